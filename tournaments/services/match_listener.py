"""Hearing of matches: a result moves entries on in its own transaction."""

from __future__ import annotations

from typing import Any

from db.prepared import Prepared
from matches.models import Match, MatchStatus
from matches.services.creation import ask_ahead_for_match_key
from matches.services.match_listeners import LaterResults
from players.actors import Actor
from rules_core.draws.advancement import Outcome, record_outcome
from rules_core.match import MatchEnd, MatchState
from tournaments.models import Pairing
from tournaments.services import around_results
from tournaments.services.corrections import (
    apply_change,
    apply_swap,
    refusal,
    states_if_swapped,
)
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import (
    ask_ahead_for_stage_of_match,
    locked_stage,
    locked_stage_and_matches,
    locked_stage_of_match,
)
from tournaments.services.next_stage import NextStage
from tournaments.services.stage_completion import close_or_reopen

_pairing_of = Prepared(
    lambda match_id: Pairing.objects.filter(match=match_id).order_by().only("stage", "key")
)


class MatchListener:
    """Told of every match; most belong to a pairing, casual ones do not."""

    def foresee_result(self, match_id: int) -> None:
        """Ask along for the place in the draw."""
        around_results.foresee(match_id)

    def expect_result(self, match_id: int) -> None:
        """Ask for the stage, and for the rows around, in one go with the match."""
        ask_ahead_for_stage_of_match(match_id)
        around_results.ask_ahead(match_id)
        ask_ahead_for_match_key()

    def finished(self, match: Match, actor: Actor) -> None:
        """Move winner and loser on."""
        found = locked_stage_of_match(match.pk)
        if found is None:
            return
        stage, key = found
        sheet = DrawSheet(stage)
        sheet.prefetch_around(key)
        sheet.row(key).match = match
        changes = record_outcome(sheet.plan, sheet.states, key, outcome_of(match), sheet.withdrawn)
        sheet.write(changes, actor, reason=f"result of {key}")
        close_or_reopen(sheet)
        match.shown_in = stage_changed(stage.pk)

    def moved(self, match: Match) -> None:
        """Show tables and running scores to whoever watches."""
        if pairing := _pairing_of.first(match.pk):
            match.shown_in = stage_changed(pairing.stage_id)

    def lock_for_change(self, match_id: int) -> None:
        """Lock all matches of the stage and the stage: a change may void any of them."""
        if pairing := _pairing_of.first(match_id):
            locked_stage_and_matches(pairing.stage_id, finished_too=True)

    def changed(
        self, match: Match, before: MatchState, actor: Actor, *, later: LaterResults
    ) -> None:
        """Bring the draw into line with a result that was corrected or taken back."""
        pairing = _pairing_of.first(match.pk)
        if pairing is None:
            return
        sheet = DrawSheet.whole(locked_stage(pairing.stage_id))
        row = sheet.row(pairing.key)
        row.match = match
        outcome = outcome_of(match) if match.status == MatchStatus.FINISHED else None
        following = NextStage(sheet.stage, match, before)
        same_winner = outcome is not None and outcome.winner == (row.winner or None)
        swapped = None if same_winner else states_if_swapped(sheet, pairing.key, outcome)
        voided: list[dict[str, Any]] = []
        if later is LaterResults.SWAP and not same_winner:
            apply_swap(sheet, pairing.key, swapped, actor)
        else:
            voided = apply_change(sheet, pairing.key, outcome, actor)
        close_or_reopen(sheet)
        voided += following.follow(outcome, actor, stands=same_winner)
        if voided and later is not LaterResults.VOID:
            # What was done in this transaction shows what would be lost; it is undone with it.
            raise refusal(voided, can_swap=swapped is not None and later is LaterResults.REFUSE)


def outcome_of(match: Match) -> Outcome:
    """A finished match as the draw sees it."""
    if match.ended_by in {MatchEnd.WALKOVER, MatchEnd.FORFEIT}:
        return Outcome(f"walkover_{match.winner}")
    return Outcome(match.winner) if match.winner else Outcome.DOUBLE_FORFEIT
