"""Small fields with many rounds: pair this one so that the rounds to come need no rematch either.

Six players have exactly five rounds without a rematch, but three rounds paired one by one can leave
two triangles, in which nobody finds a new opponent. So with few players every way to pair the round
is tried, cheapest first, until one can be continued to the end. An empty chair, which a player has
met who had a bye, makes the number even. Once everybody has met everybody, the same begins again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rules_core.draws.matching import Field, Matched, SwissPlayer

MOST_CHAIRS = 10
"""Ten players can be paired in 945 ways, twelve in 10,395."""
MOST_STEPS = 20_000
"""How far one round looks ahead, in ways followed up; a count, so that it is the same everywhere."""

Free = frozenset[tuple[int, int]]
"""Pairs of chairs whose players have met least often."""
Pairs = tuple[tuple[int, int], ...]


def planned_to_the_end(
    players: Sequence[SwissPlayer],
    to_come: int,
    *,
    avoid_same_club: bool = False,
    most_steps: int = MOST_STEPS,
) -> Matched | None:
    """The best round that leaves the most of ``to_come`` rounds without rematch after it.

    None where that needs no care: the field is large, or everybody has opponents in plenty. None
    too where nothing can be planned: no such round is left, or looking for it takes too long.
    """
    chairs = len(players) + len(players) % 2
    if chairs > MOST_CHAIRS or to_come < 1:
        return None
    free = _free(players, chairs)
    fewest = min(sum(chair in pair for pair in free) for chair in range(chairs))
    # More rounds than somebody has opponents left cannot follow, so they are not looked for.
    wanted = min(to_come, fewest - 1)
    # With half of the others left in every round pairs are found anyhow (Dirac).
    if wanted < 0 or fewest - wanted >= chairs // 2:
        return None
    field = Field(players, avoid_same_club=avoid_same_club)
    ways = [way for way in _all_ways(chairs) if free.issuperset(way)]
    ways.sort(key=lambda way: field.cost(_seated(players, way)))
    best = _Foresight(ways, most_steps).best(wanted)
    return _seated(players, best) if best else None


def _free(players: Sequence[SwissPlayer], chairs: int) -> Free:
    """Who has met least often; the last chair stays empty if the number of players is odd."""

    def met(a: int, b: int) -> int:
        if b == len(players):
            return players[a].byes
        return players[a].met.get(players[b].id, 0)

    times = {pair: met(*pair) for pair in combinations(range(chairs), 2)}
    least = min(times.values())
    return frozenset(pair for pair, often in times.items() if often == least)


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


class _TooFar(Exception):
    """More ways were followed up than one round is worth."""


@dataclass
class _Foresight:
    """Follows up ways to pair a round, to see how many rounds can come after it."""

    ways: Sequence[Pairs]
    """Those without rematch, cheapest first."""
    most_steps: int
    steps: int = 0

    def best(self, wanted: int) -> Pairs | None:
        """The cheapest way that most rounds can follow, and no more than wanted."""
        in_order = sorted((frozenset(way) for way in self.ways), key=_first_pair)
        best, most = None, -1
        try:
            for way in self.ways:
                left = self._rounds_left(_apart_from(frozenset(way), in_order), wanted)
                if left > most:
                    best, most = way, left
                if left == wanted:
                    break
        except _TooFar:
            return None
        return best

    def _rounds_left(self, ways: Sequence[Free], wanted: int) -> int:
        """How many of these ways, at most as many as wanted, have no pair in common.

        They come in order of the first chair's partner, who is another one in each round.
        """
        self.steps += 1
        if self.steps > self.most_steps:
            raise _TooFar
        partners = [_first_pair(way) for way in ways]
        most = 0
        for place, way in enumerate(ways):
            if most >= min(wanted, len(set(partners[place:]))):
                break
            later = _apart_from(way, ways[place + 1 :])
            most = max(most, 1 + self._rounds_left(later, wanted - 1))
        return most


def _first_pair(way: Free) -> tuple[int, int]:
    return min(way)


def _apart_from(way: Free, others: Sequence[Free]) -> list[Free]:
    return [other for other in others if way.isdisjoint(other)]


def _seated(players: Sequence[SwissPlayer], way: Pairs) -> Matched:
    pairs = [(a, b) for a, b in way if b < len(players)]
    bye = next((players[a] for a, b in way if b == len(players)), None)
    return Matched(tuple((players[a], players[b]) for a, b in pairs), bye)
