"""Rating performance: the rating at which a run of results would have been the expected one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_core.ratings.fibs import win_probability


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match against an opponent of known rating."""

    opponent: float
    length: int
    won: bool


def performance(matches: Sequence[RatedMatch]) -> float:
    """The rating whose expected wins by the FIBS formula equal the wins there were, to a tenth.

    One match, half won, of average length against an average opponent is added, so that a clean
    sheet has a finite value too (docs/rules.md, "Ratings").
    """
    average = sum(match.opponent for match in matches) / len(matches)
    length = sum(match.length for match in matches) / len(matches)
    wins = sum(match.won for match in matches) + 0.5

    def expected(rating: float) -> float:
        chances = (win_probability(rating - match.opponent, match.length) for match in matches)
        return win_probability(rating - average, length) + sum(chances)

    low, high = average - 10_000, average + 10_000
    while high - low > 0.001:
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle) < wins else (low, middle)
    return round((low + high) / 2, 1)
