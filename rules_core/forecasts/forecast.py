"""What came out of playing the rest of an event many times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt

RoundOf = tuple[str, int]
"""A bracket's code and a round of it, counted from 1."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How often something happened, of so many times."""

    times: int
    runs: int

    @property
    def value(self) -> float:
        """The share of the runs in which it happened."""
        return self.times / self.runs

    @property
    def standard_error(self) -> float:
        """How far the value may be from the true one, for being counted and not computed."""
        return sqrt(self.value * (1 - self.value) / self.runs)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of each entrant. Entrants are named by their seed numbers."""

    runs: int
    wins: Mapping[str, Mapping[int, int]]
    """By the code of the bracket: how often each entrant won it; ``main`` is the event."""
    reached: Mapping[RoundOf, Mapping[int, int]]
    """How often each entrant came as far as a round, to play or to wait for the next."""
    qualified: Mapping[int, int] = field(default_factory=dict)
    """How often each entrant was among those who go on to the next stage, where a table says so."""

    def winning(self, entrant: int, bracket: str = "main") -> Chance:
        """Of winning the event, or one of its other brackets."""
        return Chance(self.wins.get(bracket, {}).get(entrant, 0), self.runs)

    def qualifying(self, entrant: int) -> Chance:
        """Of going on to the next stage."""
        return Chance(self.qualified.get(entrant, 0), self.runs)

    def reaching(self, entrant: int, bracket: str, number: int) -> Chance:
        """Of coming as far as a round of a bracket."""
        return Chance(self.reached.get((bracket, number), {}).get(entrant, 0), self.runs)
