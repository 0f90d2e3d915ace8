"""The final ranking of an event: the finals first, then the stage before them, and so on.

An event of several stages has places in each. Whoever reached the last stage stands above everybody who did
not, in the order of that stage; behind them those who went out in the stage before, and so on. So the
champion is first, however often somebody won in a consolation or a last chance (docs/rules.md, "Seasons").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from rules_core.draws.history import Key

K = TypeVar("K", bound=Key)


@dataclass(frozen=True, slots=True)
class StagePlace:
    """An entrant's place in one stage, or in one pool of it."""

    entrant: Key
    first: int
    last: int
    """Above ``first`` where a place is shared, as by those who went out in the same round."""
    title: bool = False
    """Whether the place is the first one, and won."""


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """An entrant's place in the event."""

    entrant: Key
    first: int
    last: int
    stage: int
    """The stage that it comes from, from 1."""
    title: bool

    @property
    def shared(self) -> bool:
        """Whether others have the same place."""
        return self.first != self.last


def final_ranking(stages: Sequence[Sequence[StagePlace]]) -> tuple[FinalPlace, ...]:
    """Everybody once, the best first; ``stages`` lead from one to the next, the finals last.

    The same place in several pools is shared, and so is a place that several had in their stage: nothing
    that was played tells them apart.
    """
    placed: list[FinalPlace] = []
    seen: set[Key] = set()
    for number in range(len(stages), 0, -1):
        here = [place for place in stages[number - 1] if place.entrant not in seen]
        seen.update(place.entrant for place in here)
        here.sort(key=_order)
        for _, level in groupby(here, key=_order):
            group = list(level)
            first = len(placed) + 1
            last = len(placed) + len(group)
            placed += [
                FinalPlace(place.entrant, first, last, number, _is_title(place, first))
                for place in group
            ]
    return tuple(placed)


def place_of(
    entrant: K, stages: Sequence[Mapping[K, tuple[int, int]]]
) -> tuple[int, int, int] | None:
    """First and last place and stage of one entrant in the final ranking, without ranking all others.

    Each stage tells everybody's first and last place in it.
    """
    further: set[K] = set()
    for number in range(len(stages), 0, -1):
        stage = stages[number - 1]
        if entrant in stage:
            own = stage[entrant]
            here = [places for other, places in stage.items() if other not in further]
            above = len(further) + sum(places < own for places in here)
            return above + 1, above + here.count(own), number
        further.update(stage)
    return None


def _order(place: StagePlace) -> tuple[int, int]:
    return place.first, place.last


def _is_title(place: StagePlace, first: int) -> bool:
    """Winning a stage that others have gone on from is no title."""
    return place.title and first == 1
