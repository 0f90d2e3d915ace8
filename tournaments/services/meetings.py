"""Hearing of matches: a result moves entries on in its own transaction."""

from __future__ import annotations

from django.utils import timezone

from matches.models import Match
from matches.models import Status as MatchStatus
from outbox.services import enqueue
from players.actors import Actor
from rules_core.draws.progress import Outcome, ripple
from rules_core.match import MatchEnd
from tournaments.models import Pairing, Stage
from tournaments.services.closing import finish_stage
from tournaments.services.corrections import apply_change
from tournaments.services.locks import locked_stage, locked_stage_and_matches
from tournaments.services.rounds import close_if_no_more_rounds
from tournaments.services.sheet import Sheet


class Meetings:
    """Told of every match; most belong to a pairing, casual ones do not."""

    def finished(self, match: Match, actor: Actor) -> None:
        """Move winner and loser on."""
        found = Pairing.objects.filter(match=match).values_list("stage", "key").first()
        if found is None:
            return
        stage_id, key = found
        stage = locked_stage(stage_id)
        sheet = Sheet(stage)
        sheet.read_around(key)
        sheet.row(key).match = match
        changes = ripple(sheet.plan, sheet.sittings, {key: outcome_of(match)}, sheet.withdrawn)
        sheet.write(changes, actor, reason=f"result of {key}")
        close_if_over(stage)
        enqueue("tournaments.publish_stage", stage.pk)

    def moved(self, match: Match) -> None:
        """Show tables and running scores to whoever watches."""
        stage_id = Pairing.objects.filter(match=match).values_list("stage", flat=True).first()
        if stage_id is not None:
            enqueue("tournaments.publish_stage", stage_id)

    def lock_for_change(self, match_id: int) -> None:
        """Lock all matches of the stage and the stage: a change may void any of them."""
        stage_id = Pairing.objects.filter(match=match_id).values_list("stage", flat=True).first()
        if stage_id is not None:
            locked_stage_and_matches(stage_id, finished_too=True)

    def changed(self, match: Match, actor: Actor, *, cascade: bool) -> None:
        """Bring the draw into line with a result that was corrected or taken back."""
        found = Pairing.objects.filter(match=match).values_list("stage", "key").first()
        if found is None:
            return
        stage_id, key = found
        sheet = Sheet.whole(locked_stage(stage_id))
        sheet.row(key).match = match
        outcome = outcome_of(match) if match.status == MatchStatus.FINISHED else None
        apply_change(sheet, key, outcome, actor, cascade=cascade)
        close_if_over(sheet.stage)


def outcome_of(match: Match) -> Outcome:
    """A finished match as the draw sees it."""
    if match.ended_by in {MatchEnd.WALKOVER, MatchEnd.FORFEIT}:
        return Outcome(f"walkover_{match.winner}")
    return Outcome(match.winner) if match.winner else Outcome.DOUBLE_FORFEIT


def close_if_over(stage: Stage) -> None:
    """Note that a stage has come to its end, once nothing of it is undecided."""
    if stage.finished_at or Sheet.has_open_rows(stage):
        return
    if stage.paired_by_round:
        close_if_no_more_rounds(stage)
    else:
        finish_stage(stage, at=timezone.now())
