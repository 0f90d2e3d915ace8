"""The FIBS rating formula (docs/rules.md, "Ratings")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import pow as power
from math import sqrt

from rules_core.choices import chosen


class Ramp(StrEnum):
    """How much faster newcomers move than others."""

    NONE = "none"
    FIBS = "fibs"
    """Five times as fast, evening out at 400 points of experience."""
    GENTLE = "gentle"
    """Twice as fast, evening out at 400 points."""

    def factor(self, experience: int) -> float:
        """What a newcomer's change is multiplied by."""
        if self is Ramp.NONE:
            return 1.0
        if self is Ramp.FIBS:
            return max(1.0, 5.0 - experience / 100)
        return max(1.0, 2.0 - experience / 400)


@dataclass(frozen=True, slots=True)
class FibsRating:
    """Where a player stands: the figure and how much play it rests on."""

    value: float = 1500.0
    experience: int = 0
    """Sum of the lengths of all rated matches."""


def win_probability(difference: float, length: float) -> float:
    """The chance of a player rated higher by the difference to win a match of this length."""
    return 1 / (power(10.0, -difference * sqrt(length) / 2000) + 1)


def upset_probability(difference: float, length: int) -> float:
    """The chance that the lower-rated player wins a match of this length."""
    return win_probability(-abs(difference), length)


def stake(difference: float, length: int) -> float:
    """What the winner of a match gains from a loser who was rated higher by the difference, newcomers apart."""
    return 4 * sqrt(length) * win_probability(difference, length)


def rate(
    winner: FibsRating, loser: FibsRating, length: int, *, ramp: Ramp = Ramp.FIBS
) -> tuple[FibsRating, FibsRating]:
    """Both ratings after a match, each from the figures as they stood before it."""
    ramp = chosen("ramp", ramp, Ramp)
    gain = stake(loser.value - winner.value, length)
    return (
        FibsRating(
            winner.value + gain * ramp.factor(winner.experience), winner.experience + length
        ),
        FibsRating(loser.value - gain * ramp.factor(loser.experience), loser.experience + length),
    )
