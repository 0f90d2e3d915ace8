"""Who meets whom in one round: the best matching of all players, proved where a proof is cheap.

The costs, each one above all that follow:

1. meetings repeated, and byes given twice;
2. the bye above the lowest score;
3. the sum of squared score gaps;
4. meetings of two from one club.

Matching everybody at once is slow: seconds for a thousand players. But without rematches to avoid,
neighbours in the order of scores would have the least possible sum of squares, and this bound is the
sum of the bounds of any slices of even size. So the field is cut into slices from the top. A slice
that reaches its bound is done; one that does not takes in the next ones and is tried again. If all
reach theirs the round is proved the best there is; if not, the last slice tried is the whole field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules_core.draws.history import Key

SLICE = 24
"""Players matched at once to begin with; twice as many with each further try."""
CLUBS_MATTER = 2 * SLICE
"""Up to so many a slice is tried again only to part club mates."""
ALWAYS_PROVED = 300
"""Up to so many players a slice is matched on the complete graph."""
NEIGHBOURS = 48
"""Above that, everybody is joined to so many of the nearest."""


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """One who takes part in the round."""

    id: Key
    score: int
    met: Mapping[Key, int]
    """How often each opponent was met before."""
    byes: int = 0
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """A round: pairs, and who sits out where the number is odd."""

    pairs: tuple[tuple[SwissPlayer, SwissPlayer], ...]
    bye: SwissPlayer | None

    @property
    def squared_gaps(self) -> int:
        """How far apart the scores are, summed over the pairs."""
        return sum((a.score - b.score) ** 2 for a, b in self.pairs)

    @property
    def rematches(self) -> int:
        """How many pairs have met before."""
        return sum(b.id in a.met for a, b in self.pairs)


def matched(players: Sequence[SwissPlayer], *, avoid_same_club: bool = False) -> Matched:
    """The best round for players in order of score, highest first, equals in order of the lot."""
    field = Field(players, avoid_same_club=avoid_same_club)
    done: list[tuple[int, Matched]] = []
    start, size = 0, SLICE
    while start < len(players):
        end = _end_of_slice(start, size, len(players))
        found = field.match(start, end)
        if field.is_best(found, clubs_too=size <= CLUBS_MATTER) or (start, end) == (
            0,
            len(players),
        ):
            done.append((start, found))
            start, size = end, SLICE
        elif end < len(players):
            size *= 2
        else:
            start, _ = done.pop()
            size = len(players) - start
    return Matched(
        tuple(pair for _, found in done for pair in found.pairs),
        done[-1][1].bye if done else None,
    )


def _end_of_slice(start: int, size: int, players: int) -> int:
    """Where a slice ends; a remainder smaller than half a slice goes with it."""
    end = start + size
    return players if players - end < SLICE // 2 else end


class Field:
    """The players of one round, and what it costs to pair them."""

    def __init__(self, players: Sequence[SwissPlayer], *, avoid_same_club: bool) -> None:
        self.players = players
        self.avoid_same_club = avoid_same_club
        scores = [player.score for player in players]
        self.lowest = min((p.score for p in players if not p.byes), default=min(scores))
        most = (max(scores) - min(scores)) ** 2 + 1
        # Each unit is more than all pairs together can cost in the units below it.
        self.club_unit = 1
        self.gap_unit = len(players)
        self.bye_unit = self.gap_unit * len(players) * most
        self.repeat_unit = self.bye_unit * most

    def match(self, start: int, end: int) -> Matched:
        """The cheapest round within a slice; in one of odd size somebody has the bye."""
        # Loading it takes longer than most draws; only a Swiss needs it.
        import rustworkx

        players = self.players[start:end]
        graph: rustworkx.PyGraph[SwissPlayer | None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([*players, None])
        bye = len(players)
        edges = self._edges(players)
        if len(players) % 2:
            edges += [(n, bye, -self._bye_cost(player)) for n, player in enumerate(players)]
        graph.add_edges_from(edges)
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        ordered = sorted((min(pair), max(pair)) for pair in pairs)
        return Matched(
            tuple((players[a], players[b]) for a, b in ordered if b != bye),
            next((players[a] for a, b in ordered if b == bye), None),
        )

    def is_best(self, found: Matched, *, clubs_too: bool) -> bool:
        """Whether no pairing of these players can be better."""
        scores = sorted(player.score for pair in found.pairs for player in pair)
        bound = sum((b - a) ** 2 for a, b in zip(scores[::2], scores[1::2], strict=True))
        above_bound = self.cost(found) - bound * self.gap_unit
        return above_bound == 0 if clubs_too else above_bound < self.gap_unit

    def cost(self, found: Matched) -> int:
        """What a round costs, all in one number."""
        bye = self._bye_cost(found.bye) if found.bye else 0
        return bye + sum(self._cost(a, b) for a, b in found.pairs)

    def _edges(self, players: Sequence[SwissPlayer]) -> list[tuple[int, int, int]]:
        """Each player to those behind, the nearest first.

        Those met before stay in, at their price, so that a round is always found.
        """
        reach = len(players) if len(players) <= ALWAYS_PROVED else NEIGHBOURS
        return [
            (here, there, -self._cost(player, players[there]))
            for here, player in enumerate(players)
            for there in range(here + 1, min(here + 1 + reach, len(players)))
        ]

    def _cost(self, a: SwissPlayer, b: SwissPlayer) -> int:
        cost = (a.score - b.score) ** 2 * self.gap_unit
        if b.id in a.met:
            cost += a.met[b.id] ** 2 * self.repeat_unit
        if self.avoid_same_club and a.club is not None and a.club == b.club:
            cost += self.club_unit
        return cost

    def _bye_cost(self, player: SwissPlayer) -> int:
        above = max(0, player.score - self.lowest)
        return player.byes**2 * self.repeat_unit + above**2 * self.bye_unit
