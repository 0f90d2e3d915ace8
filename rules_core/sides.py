"""The two sides of a match, and a score between them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules_core.choices import chosen


class Side(StrEnum):
    """One of the two players or teams; which of them is ``a`` is settled when they are paired."""

    A = "a"
    B = "b"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.B if self is Side.A else Side.A


class Score(NamedTuple):
    """Points of both sides, ``a`` first."""

    a: int = 0
    b: int = 0

    def of(self, side: Side) -> int:
        """The points of one side."""
        return self.a if chosen("side", side, Side) is Side.A else self.b

    def plus(self, side: Side, points: int) -> Score:
        """The score once ``side`` has got further points."""
        if chosen("side", side, Side) is Side.A:
            return Score(self.a + points, self.b)
        return Score(self.a, self.b + points)


NO_POINTS = Score()
"""0–0."""
