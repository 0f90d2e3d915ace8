"""Match winning chances, for equal players and for players with ratings."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, sqrt
from typing import TypeAlias

from rules_core.equity.standing import Standing
from rules_core.equity.table import kazaross_xg2

Chances: TypeAlias = Callable[[Standing], float]
"""The chance of winning a match from where it stands: an equity table's ``chance``, or
``with_ratings`` of one."""


def winning_chance(
    standing: Standing, *, rating: float = 0.0, opponent_rating: float = 0.0
) -> float:
    """The player's chance by the Kazaross-XG2 table; equal ratings give the table itself."""
    return with_ratings(kazaross_xg2().chance, rating - opponent_rating)(standing)


def with_ratings(chances: Chances, difference: float) -> Chances:
    """Chances for a player whose rating is this much above the opponent's.

    Table and ratings are combined on the log-odds scale (docs/rules.md, "Match equity"): the odds of
    the table times the odds that the FIBS formula gives the player in what is left of the match.
    """

    def combined(standing: Standing) -> float:
        chance = chances(standing)
        if difference == 0 or chance in (0.0, 1.0):
            return chance
        return _chance(log(chance / (1 - chance)) + _rating_log_odds(difference, standing))

    return combined


def as_opponent(chances: Chances) -> Chances:
    """The same match from the other side of the board."""
    return lambda standing: 1 - chances(standing.mirrored)


def _rating_log_odds(difference: float, standing: Standing) -> float:
    """The FIBS formula (docs/rules.md, "Ratings") for the match still ahead.

    What is left counts as a match as long as the geometric mean of the points both sides need:
    the whole length at the start, one point at double match point, and little when either side
    is close to winning and skill has no time left to tell.
    """
    remaining = sqrt(standing.away * standing.against)
    return log(10) * difference * sqrt(remaining) / 2000


def _chance(log_odds: float) -> float:
    """Back from log-odds; written so that no difference in rating overflows."""
    if log_odds < 0:
        return 1 - _chance(-log_odds)
    return 1 / (1 + exp(-log_odds))
