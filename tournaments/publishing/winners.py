"""Who has won an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Stage, StageSnapshot
from tournaments.publishing.snapshot_json import standings_in


@dataclass(frozen=True)
class Winner:
    """Somebody who came first."""

    player: int
    name: str


def way_to_the_title(stages: Sequence[Stage]) -> list[Stage]:
    """The stages from the first one to the one that decides the event.

    ``stages`` are all of an event, in order. A stage into which nobody has to qualify is played
    beside the others, and so are those that follow it.
    """
    way = [stages[0]]
    for following in stages[1:]:
        if not way[-1].settings.get("qualify"):
            break
        way.append(following)
    return way


def in_order_of_ranking(stages: Sequence[Stage]) -> list[Stage]:
    """All stages of an event, the deciding one last; those played beside the way to the title first."""
    way = way_to_the_title(stages)
    return [*(stage for stage in stages if stage not in way), *way]


def deciding_stage(stages: Sequence[Stage]) -> Stage:
    """The stage that decides the event: the last one of the way to the title."""
    return way_to_the_title(stages)[-1]


def winners_of(snapshot: StageSnapshot) -> list[Winner]:
    """Those who came first in a finished stage: one, or the first of each pool.

    Nobody takes the title of one who left or was sent away, nor has it: their place stays theirs.
    """
    rows = standings_in(snapshot)["rows"]
    return [
        Winner(row["player"], row["name"])
        for row in rows
        if row["rank"] == 1 and row["status"] == "winner"
    ]
