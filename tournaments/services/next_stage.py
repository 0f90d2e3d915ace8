"""What a correction in one stage means for the stage that was drawn from its places."""

from __future__ import annotations

from typing import Any

from players.actors import Actor
from rules_core.draws.progress import Outcome
from rules_core.errors import Conflict
from tournaments.models import Stage
from tournaments.played import entries_out, is_played
from tournaments.selectors import drawn_from_its_places
from tournaments.services.corrections import described
from tournaments.services.draws import draw_anew, take_back_draw
from tournaments.services.entrants import places
from tournaments.services.locks import locked_stage_and_matches


class NextStageDrawn(Conflict):
    """A stage that others were drawn from does not go on."""

    code = "next_stage_drawn"


def follow(
    stage: Stage, outcome: Outcome | None, actor: Actor, *, stands: bool
) -> list[dict[str, Any]]:
    """After a change: if others go on now, draw the next stage again; say which results that voids.

    ``outcome`` is what the changed pairing has now. ``stands``: who won is as it was. Then what was
    played stands, whatever the points say now.
    """
    drawn = drawn_from_its_places(stage)
    is_over = stage.finished_at is not None
    if drawn is None or (is_over and _is_as_drawn(stage, drawn)):
        return []
    if outcome is None:
        raise NextStageDrawn(
            f"“{drawn.name}” is drawn from the places of this stage. Correct the result instead.",
            stage=drawn.number,
            name=drawn.name,
        )
    drawn = locked_stage_and_matches(drawn.pk, finished_too=True)
    voided = _played(drawn)
    if voided and stands:
        return []
    change = draw_anew if is_over else take_back_draw
    change(drawn, actor, reason=f"correction in {stage.name}")
    return voided


def _is_as_drawn(stage: Stage, drawn: Stage) -> bool:
    """Whether those were drawn who go on; in the same order, if that was their seeding."""
    before, now = [line["entry"] for line in drawn.drawn_from], places(stage, drawn)
    return before == now if drawn.seeds_are_earned else set(before) == set(now)


def _played(stage: Stage) -> list[dict[str, Any]]:
    out = entries_out(stage)
    rows = stage.pairings.select_related("match__a", "match__b").order_by("pk")
    return [described(row) for row in rows if is_played(row, out)]
