"""Hearing of matches: a result moves entries on in its own transaction."""

from __future__ import annotations

from django.utils import timezone

from api.prepared import Prepared
from matches.models import Match
from matches.models import Status as MatchStatus
from outbox.services import enqueue
from players.actors import Actor
from rules_core.draws.progress import Outcome, ripple
from rules_core.match import MatchEnd
from tournaments.models import Pairing, Stage
from tournaments.services.closing import finish_stage, reopen_stage
from tournaments.services.corrections import apply_change
from tournaments.services.locks import locked_stage, locked_stage_and_matches
from tournaments.services.rounds import goes_on
from tournaments.services.sheet import Sheet

_pairing_of = Prepared(
    lambda match_id: Pairing.objects.filter(match=match_id).order_by().only("stage", "key")
)


class Meetings:
    """Told of every match; most belong to a pairing, casual ones do not."""

    def finished(self, match: Match, actor: Actor) -> None:
        """Move winner and loser on."""
        pairing = _pairing_of.first(match.pk)
        if pairing is None:
            return
        key = pairing.key
        stage = locked_stage(pairing.stage_id)
        sheet = Sheet(stage)
        sheet.read_around(key)
        sheet.row(key).match = match
        changes = ripple(sheet.plan, sheet.sittings, {key: outcome_of(match)}, sheet.withdrawn)
        sheet.write(changes, actor, reason=f"result of {key}")
        close_or_reopen(stage)
        enqueue("tournaments.publish_stage", stage.pk)

    def moved(self, match: Match) -> None:
        """Show tables and running scores to whoever watches."""
        if pairing := _pairing_of.first(match.pk):
            enqueue("tournaments.publish_stage", pairing.stage_id)

    def lock_for_change(self, match_id: int) -> None:
        """Lock all matches of the stage and the stage: a change may void any of them."""
        if pairing := _pairing_of.first(match_id):
            locked_stage_and_matches(pairing.stage_id, finished_too=True)

    def changed(self, match: Match, actor: Actor, *, cascade: bool) -> None:
        """Bring the draw into line with a result that was corrected or taken back."""
        pairing = _pairing_of.first(match.pk)
        if pairing is None:
            return
        key = pairing.key
        sheet = Sheet.whole(locked_stage(pairing.stage_id))
        sheet.row(key).match = match
        outcome = outcome_of(match) if match.status == MatchStatus.FINISHED else None
        apply_change(sheet, key, outcome, actor, cascade=cascade)
        close_or_reopen(sheet.stage)


def outcome_of(match: Match) -> Outcome:
    """A finished match as the draw sees it."""
    if match.ended_by in {MatchEnd.WALKOVER, MatchEnd.FORFEIT}:
        return Outcome(f"walkover_{match.winner}")
    return Outcome(match.winner) if match.winner else Outcome.DOUBLE_FORFEIT


def close_or_reopen(stage: Stage) -> None:
    """Note that a stage has come to its end, once nothing of it is undecided; or that it has not.

    What follows an end may undo it: a correction can leave two in a lives stage who had one, and
    whoever comes back may have a match to play.
    """
    if Sheet.has_open_rows(stage) or _has_rounds_to_come(stage):
        reopen_stage(stage)
    elif stage.finished_at is None:
        finish_stage(stage, at=timezone.now())


def _has_rounds_to_come(stage: Stage) -> bool:
    """Whether another round is to be paired; none once the stage after it is drawn from its end."""
    if not stage.paired_by_round:
        return False
    drawn_after = stage.tournament.stages.filter(number=stage.number + 1, drawn_at__isnull=False)
    if stage.finished_at and stage.settings.get("qualify") and drawn_after.exists():
        return False
    return goes_on(stage)
