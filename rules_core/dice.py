"""The dice: what a roll is, and what it can reach (docs/rules.md, "Moving")."""

from __future__ import annotations

import re
from itertools import product
from random import Random, SystemRandom
from typing import NamedTuple

from rules_core.errors import RulesError


class ImpossibleDice(RulesError):
    """Numbers that two dice do not show."""

    code = "impossible_dice"


class Dice(NamedTuple):
    """Two numbers thrown together."""

    first: int
    second: int

    @classmethod
    def thrown(cls, by: Random | None = None) -> Dice:
        """Two dice thrown by the computer; by a ``Random`` with a seed, always the same ones."""
        chance = by or SystemRandom()
        return cls(chance.randint(1, 6), chance.randint(1, 6))

    @property
    def is_double(self) -> bool:
        """Both dice show the same number, which is then played four times."""
        return self.first == self.second

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play, the higher one first.

        >>> Dice(3, 6).numbers, Dice(2, 2).numbers
        ((6, 3), (2, 2, 2, 2))
        """
        if self.is_double:
            return (self.first,) * 4
        return max(self), min(self)

    @property
    def distances(self) -> frozenset[int]:
        """How far one checker can be carried with nothing in the way."""
        first, second = self.first, self.second
        if self.is_double:
            return frozenset(first * steps for steps in (1, 2, 3, 4))
        return frozenset((first, second, first + second))


ROLLS = tuple(Dice(first, second) for first, second in product(range(1, 7), repeat=2))
"""All 36 rolls, each as likely as the next."""


_BY_NUMBERS = {(dice.first, dice.second): dice for dice in ROLLS}


def checked_dice(first: int, second: int) -> Dice:
    """The two numbers as dice; anything but 1 to 6 is refused."""
    dice = _BY_NUMBERS.get((first, second))
    if dice is None:
        raise ImpossibleDice(
            f"Two dice show numbers from 1 to 6, not {first} and {second}.", dice=(first, second)
        )
    return dice


Thrown = tuple[int, int] | str
"""A roll as people give it: ``(3, 1)``, ``"31"`` or ``"3-1"``."""
_WRITTEN = re.compile(r"\s*([1-6])\s*[-,]?\s*([1-6])\s*")


def dice_of(first: int | Thrown, second: int | None = None) -> Dice:
    """The roll, given as two numbers, as a pair or by its text.

    >>> dice_of(3, 1) == dice_of((3, 1)) == dice_of("31") == dice_of("3-1")
    True
    """
    if isinstance(first, int) and second is not None:
        return checked_dice(first, second)
    if second is None and isinstance(first, tuple) and len(first) == 2:
        return checked_dice(*first)
    if second is None and isinstance(first, str) and (written := _WRITTEN.fullmatch(first)):
        return checked_dice(int(written[1]), int(written[2]))
    said = first if second is None else (first, second)
    raise ImpossibleDice(f"A roll is 3, 1 or (3, 1) or “31”, not {said!r}."[:100])


def rolls_that_reach(distance: int) -> int:
    """How many of the 36 rolls carry a checker exactly this far.

    It is the hit table of docs/rules.md, "Board and notation".

    >>> [rolls_that_reach(distance) for distance in (1, 6, 12)]
    [11, 17, 3]
    """
    return sum(distance in dice.distances for dice in ROLLS)


class HitChance(NamedTuple):
    """How likely a blot is hit that stands so far away, with nothing in the way."""

    distance: int
    rolls: int
    """Of 36."""

    @property
    def percent(self) -> float:
        """In a hundred."""
        return round(100 * self.rolls / len(ROLLS), 1)


def hit_table() -> tuple[HitChance, ...]:
    """The books' table, for the distances 1 to 12 (docs/rules.md, "Board and notation").

    >>> [(chance.distance, chance.rolls, chance.percent) for chance in hit_table()][5:7]
    [(6, 17, 47.2), (7, 6, 16.7)]
    """
    return tuple(HitChance(distance, rolls_that_reach(distance)) for distance in range(1, 13))
