"""Keeping members of one club apart in pairs that are drawn by other rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_core.draws.history import Contender

Pair = tuple[int, int]
"""Two places in the order of the draw, counted from 0."""
Filled = list[Contender]
"""Who is at each place."""


def separated(
    order: Sequence[Contender], pairs: Sequence[Pair], free: Sequence[int] = ()
) -> Filled:
    """The order with as few pairs from one club as can be, changed as little as can be.

    The second of a pair changes places with the second of another pair, or with one at a place
    that is ``free`` (who has no opponent), the nearest first. Where all other pairs already hold
    a member of the club, no arrangement has fewer such pairs.
    """
    filled = list(order)

    def clash(first: int, second: int) -> bool:
        club = filled[first].club
        return club is not None and club == filled[second].club

    for first, second in pairs:
        if clash(first, second):
            _exchange(filled, second, _candidates((first, second), pairs, free, clash))
    return filled


def _candidates(
    pair: Pair,
    pairs: Sequence[Pair],
    free: Sequence[int],
    clash: Callable[[int, int], bool],
) -> list[int]:
    """Places to change with that leave neither pair with two of a club."""
    first, second = pair
    others = [other for other in pairs if other != pair]
    return [
        there for here, there in others if not clash(first, there) and not clash(second, here)
    ] + [place for place in free if not clash(first, place)]


def _exchange(filled: Filled, place: int, candidates: Sequence[int]) -> None:
    if candidates:
        nearest = min(candidates, key=lambda other: (abs(other - place), other))
        filled[place], filled[nearest] = filled[nearest], filled[place]
