"""Small fields with many rounds: pair this one so that the rounds to come need no rematch either.

Six players have exactly five rounds without a rematch, but three rounds paired one by one can leave
two triangles, in which nobody finds a new opponent. So with few players every way to pair the round
is tried, cheapest first, until one can be continued to the end. An empty chair, which a player has
met who had a bye, makes the number even.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from rules_core.draws.matching import Field, Matched, Player

MOST_CHAIRS = 10
"""Ten players can be paired in 945 ways, twelve in 10,395."""

Free = frozenset[tuple[int, int]]
"""Pairs of chairs whose players have not met."""
Pairs = tuple[tuple[int, int], ...]


def planned_to_the_end(
    players: Sequence[Player], to_come: int, *, avoid_same_club: bool = False
) -> Matched | None:
    """The best round that leaves the most of ``to_come`` rounds without rematch after it.

    None where that needs no care: the field is large, or everybody has opponents in plenty.
    """
    chairs = len(players) + len(players) % 2
    if chairs > MOST_CHAIRS or to_come < 1:
        return None
    free = _free(players, chairs)
    if _in_plenty(free, chairs, to_come):
        return None
    field = Field(players, avoid_same_club=avoid_same_club)
    ways = [way for way in _all_ways(chairs) if free.issuperset(way)]
    ways.sort(key=lambda way: field.cost(_seated(players, way)))
    best, most = None, -1
    for way in ways:
        left = _rounds_left(free.difference(way), chairs, to_come)
        if left > most:
            best, most = way, left
        if left == to_come:
            break
    return _seated(players, best) if best else None


def _free(players: Sequence[Player], chairs: int) -> Free:
    """Who has not met; the last chair stays empty if the number of players is odd."""

    def met(a: int, b: int) -> bool:
        if b == len(players):
            return players[a].byes > 0
        return players[b].id in players[a].met

    return frozenset(pair for pair in combinations(range(chairs), 2) if not met(*pair))


def _in_plenty(free: Free, chairs: int, to_come: int) -> bool:
    """Whether every round finds pairs anyhow: each player has half of the others left (Dirac)."""
    left = [sum(chair in pair for pair in free) for chair in range(chairs)]
    return min(left) - to_come >= chairs // 2


def _ways(chairs: tuple[int, ...]) -> Iterator[Pairs]:
    """Every way to pair the chairs."""
    if not chairs:
        yield ()
        return
    first, *others = chairs
    for partner in others:
        rest = tuple(chair for chair in others if chair != partner)
        for way in _ways(rest):
            yield ((first, partner), *way)


@lru_cache(maxsize=MOST_CHAIRS)
def _all_ways(chairs: int) -> tuple[Pairs, ...]:
    return tuple(_ways(tuple(range(chairs))))


@lru_cache(maxsize=10_000)
def _rounds_left(free: Free, chairs: int, wanted: int) -> int:
    """How many rounds, at most as many as wanted, can follow without a rematch."""
    most = 0
    for way in _all_ways(chairs):
        if wanted > most and free.issuperset(way):
            most = max(most, 1 + _rounds_left(free.difference(way), chairs, wanted - 1))
    return most


def _seated(players: Sequence[Player], way: Pairs) -> Matched:
    pairs = [(a, b) for a, b in way if b < len(players)]
    bye = next((players[a] for a, b in way if b == len(players)), None)
    return Matched(tuple((players[a], players[b]) for a, b in pairs), bye)
