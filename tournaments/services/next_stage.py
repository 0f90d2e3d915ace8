"""What a correction in one stage means for the stage that was drawn from its places."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from matches.models import Match
from players.actors import Actor
from rules_core.draws.advancement import Outcome
from rules_core.errors import Conflict
from rules_core.match import MatchState
from tournaments.draws.played import entries_out, is_played
from tournaments.models import Pairing, Stage
from tournaments.selectors import next_drawn_stage, stage_pairings
from tournaments.services.corrections import described
from tournaments.services.draws import redraw_stage, undo_draw
from tournaments.services.locks import locked_stage_and_matches
from tournaments.services.qualification import entrants_of, places


class NextStageDrawn(Conflict):
    """A stage that others were drawn from does not go on."""

    code = "next_stage_drawn"


class NextStage:
    """The stage drawn from the places of another, of which a match has just been changed."""

    def __init__(self, stage: Stage, match: Match, before: MatchState) -> None:
        """Note who went on while the match stood as before; its pairing is still as it was."""
        self._stage = stage
        self._drawn = next_drawn_stage(stage)
        rows = list(stage_pairings(stage)) if self._drawn else []
        for row in rows:
            if row.match is not None and row.match.pk == match.pk:
                row.match.points_a, row.match.points_b = before.points
        self._before = self._places(rows)

    def follow(
        self, outcome: Outcome | None, actor: Actor, *, stands: bool
    ) -> list[dict[str, Any]]:
        """After the change: if others go on now, draw again; say which results that voids.

        ``outcome`` is what the changed pairing has now. ``stands``: who won is as it was. Then what
        was played stands, whatever the points say now.
        """
        if self._drawn is None:
            return []
        is_over = self._stage.finished_at is not None
        if is_over and self._places(list(stage_pairings(self._stage))) == self._before:
            return []
        if outcome is None:
            raise NextStageDrawn(
                f"“{self._drawn.name}” has been drawn from this stage’s standings."
                " Correct the result instead.",
                stage=self._drawn.number,
                name=self._drawn.name,
            )
        drawn = locked_stage_and_matches(self._drawn.pk, finished_too=True)
        voided = _played(drawn)
        if voided and stands:
            return []
        # Of those who go on now perhaps one alone is still here: then it is for the director to say.
        can_draw = is_over and len(entrants_of(drawn).entries) > 1
        change = redraw_stage if can_draw else undo_draw
        change(drawn, actor, reason=f"correction in {self._stage.name}")
        return voided

    def _places(self, rows: Sequence[Pairing]) -> Collection[int]:
        """Who goes on; in which order, if that is their seeding."""
        if self._drawn is None:
            return []
        found = places(self._stage, self._drawn, rows)
        return found if self._drawn.seeds_are_earned else set(found)


def _played(stage: Stage) -> list[dict[str, Any]]:
    """What is lost if a stage is drawn again: what was played there and in the stages after it."""
    out = entries_out(stage)
    rows = stage.pairings.select_related("match__a", "match__b").order_by("pk")
    played = [described(row) for row in rows if is_played(row, out)]
    following = next_drawn_stage(stage)
    return played + (_played(following) if following else [])
