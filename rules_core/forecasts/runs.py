"""What all forecasts share: how often something is played, with which lots, by whom.

With the FIBS formula each player has a strength for each match length, and wins with the probability
strength / (strength + opponent's strength): that is all a match takes. Many runs are played side by
side, as columns of numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules_core.errors import RulesError

RUNS = 10_000
MOST_RUNS = 1_000_000
"""A minute for a large event; more would bring no figure that anybody reads."""

AT_ONCE = 2_000
"""Runs side by side; more would take more memory and no less time."""
SEATS_AT_ONCE = 200_000
"""Where each run is a line with a place for everybody: so many in all lines together."""

NOBODY = 0
"""In the place of a seed number, which are counted from 1."""

People: TypeAlias = NDArray[np.int16]
"""Seed numbers, one for each run."""
Numbers: TypeAlias = NDArray[np.signedinteger[Any]]
Chances: TypeAlias = NDArray[np.float64]
Yes: TypeAlias = NDArray[np.bool_]
Lots: TypeAlias = np.random.Generator


class RunsOutOfRange(RulesError):
    """Nothing is to be counted, or it would never end."""

    code = "runs_out_of_range"


class RatingsMissing(RulesError):
    """Not every entrant has a rating."""

    code = "ratings_missing"


def check_runs(runs: int) -> None:
    """Refuse what would never end."""
    if not 1 <= runs <= MOST_RUNS:
        raise RunsOutOfRange(f"From 1 to {MOST_RUNS:,} runs, not {runs:,}.", most=MOST_RUNS)


def check_ratings(ratings: Sequence[float], entrants: int) -> None:
    """Refuse a list of ratings that is not one for each entrant."""
    if len(ratings) != entrants:
        raise RatingsMissing(
            f"There are {len(ratings)} ratings for {entrants} entrants.",
            ratings=len(ratings),
            entrants=entrants,
        )


def lots_of(seed: str) -> Lots:
    """The same seed gives the same lots."""
    return np.random.Generator(np.random.PCG64(int(sha256(seed.encode()).hexdigest(), 16)))


def batches(runs: int, seats: int = 0) -> Iterator[int]:
    """How many runs to play side by side, until there were enough; fewer where a run has many seats."""
    most = max(20, min(AT_ONCE, SEATS_AT_ONCE // (seats or 1)))
    for done in range(0, runs, most):
        yield min(most, runs - done)


class Strengths:
    """Of each entrant by seed number, at each match length."""

    def __init__(self, ratings: Sequence[float], withdrawn: Collection[int]) -> None:
        # Counted from the mean, so that no strength is beyond all bounds.
        mean = sum(ratings) / len(ratings)
        self._ratings = np.array([0.0, *(rating - mean for rating in ratings)])
        self._out = [NOBODY, *withdrawn]
        self._at: dict[int, Chances] = {}

    def at(self, length: int) -> Chances:
        """Whoever has left has none, and of two of these none wins."""
        if length not in self._at:
            found = 10.0 ** (self._ratings * sqrt(length) / 2000)
            found[self._out] = 0.0
            self._at[length] = found
        return self._at[length]


def counted(people: NDArray[Any], entrants: int) -> Numbers:
    """How often each entrant is among these; nobody is in place 0."""
    return np.bincount(people.ravel(), minlength=entrants + 1)


def as_counts(counts: Numbers) -> dict[int, int]:
    """By entrant, without those who are never there."""
    return {seed: int(times) for seed, times in enumerate(counts) if seed and times}
