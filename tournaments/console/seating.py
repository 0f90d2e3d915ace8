"""Who can sit down now: nobody plays two matches at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def now_and_later(
    ready: Iterable[T], at_table: Iterable[T], *, players: Callable[[T], set[int]]
) -> tuple[list[T], list[T]]:
    """Matches that can all be called, in their order, and those that have to wait for a player.

    In a round robin everybody has several matches ready, and plays one of them.
    """
    busy = {player for match in at_table for player in players(match)}
    now: list[T] = []
    later: list[T] = []
    for match in ready:
        if busy.isdisjoint(players(match)):
            now.append(match)
            busy |= players(match)
        else:
            later.append(match)
    return now, later
