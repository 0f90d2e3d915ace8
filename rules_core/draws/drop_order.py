"""The order in which the losers of a main bracket drop into the bracket below it.

Losers of main round ``r`` keep their order from top to bottom, except that the number of the line
is crossed with a mask (XOR), one mask a round. docs/algorithms/double-elimination.md proves that no
order, with masks or without, brings the first possible rematch later, and that among those none
makes rematches rarer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import inf

Levels = tuple[int, ...]
"""Main rounds, ascending."""


@dataclass(frozen=True, slots=True)
class Masks:
    """Masks chosen for some main rounds."""

    rematches: float
    """To be expected between losers of these rounds; exact, since it is a sum of powers of two."""
    by_level: dict[int, int]


def latest_first_rematch(rounds: int) -> int:
    """The lower-bracket round before which no rematch need happen, for ``2 ** rounds`` entrants.

    To keep the losers of main rounds 1 to m apart until round t, their masks must differ in the bits
    that stand for the lower rounds from t on; the best t is the last with enough such bits.
    """
    last = 2 * rounds - 2

    def enough(first: int) -> bool:
        bits = rounds - (first + 2) // 2
        kept_apart = sum(_drops_in(level) < first for level in range(1, rounds))
        return kept_apart <= 1 << bits

    return next(first for first in range(last, 0, -1) if enough(first))


def drop_masks(rounds: int) -> tuple[int, ...]:
    """The masks for the losers of main rounds 1 to ``rounds``, in this order."""
    if rounds < 2:
        return (0,) * rounds
    masks = _best(rounds).by_level
    return tuple(masks.get(level, 0) for level in range(1, rounds + 1))


def expected_rematches(rounds: int) -> float:
    """Rematches in the lower bracket of ``2 ** rounds`` entrants, every match a coin's toss."""
    last = 2 * rounds - 2
    with_last_loser = sum(_expected(rounds, level, rounds, last) for level in range(1, rounds))
    return _best(rounds).rematches + with_last_loser


@lru_cache(maxsize=16)
def _best(rounds: int) -> Masks:
    return _MaskSearch(rounds).within(tuple(range(1, rounds)), depth=0)


def _drops_in(level: int) -> int:
    """The lower round into which losers of a main round drop; those of the first begin it."""
    return max(1, 2 * level - 2)


def _expected(rounds: int, early: int, late: int, meeting: int) -> float:
    """How many rematches to expect between the losers of two main rounds who meet in one round.

    There are ``2 ** (rounds - early)`` matches of the early round. Its winner is the later loser
    with chance ``2 ** (early - late)``; then both must win until the lower round they meet in.
    """
    survived = 2 * meeting - _drops_in(early) - _drops_in(late)
    return 2.0 ** (rounds - late - survived)


class _MaskSearch:
    """All masks, bit by bit from the top of the bracket, what was found before remembered."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.not_before = latest_first_rematch(rounds)
        self.known: dict[tuple[Levels, int], Masks] = {}

    def within(self, levels: Levels, depth: int) -> Masks:
        """The best for levels that share their topmost ``depth`` bits."""
        if (levels, depth) not in self.known:
            self.known[levels, depth] = self._search(levels, depth)
        return self.known[levels, depth]

    def _search(self, levels: Levels, depth: int) -> Masks:
        if len(levels) < 2:
            return Masks(0.0, dict.fromkeys(levels, 0))
        if self.rounds - levels[-1] == depth:
            return self._ended(levels, depth)
        # The first level stays on the left: to mirror the sheet changes nothing.
        rights = (right for size in range(len(levels)) for right in combinations(levels[1:], size))
        return min(
            (self._split(levels, right, depth) for right in rights),
            key=lambda masks: masks.rematches,
        )

    def _ended(self, levels: Levels, depth: int) -> Masks:
        """The last level has no bit left: its losers drop onto the others here."""
        *others, last = levels
        rest = self.within(tuple(others), depth)
        here = sum(self._cost(level, last, _drops_in(last)) for level in others)
        return Masks(rest.rematches + here, rest.by_level | {last: 0})

    def _split(self, levels: Levels, right: Levels, depth: int) -> Masks:
        """The levels part at this bit: those on the left meet those on the right in one round."""
        left = tuple(level for level in levels if level not in right)
        meeting = 2 * (self.rounds - 1 - depth) - 1
        here = sum(
            self._cost(min(one, other), max(one, other), meeting) for one in left for other in right
        )
        if here == inf:
            return Masks(inf, {})
        ours, theirs = self.within(left, depth + 1), self.within(right, depth + 1)
        turned = {
            level: mask | 1 << self.rounds - level - 1 - depth
            for level, mask in theirs.by_level.items()
        }
        return Masks(here + ours.rematches + theirs.rematches, ours.by_level | turned)

    def _cost(self, early: int, late: int, meeting: int) -> float:
        if meeting < self.not_before:
            return inf
        return _expected(self.rounds, early, late, meeting)
