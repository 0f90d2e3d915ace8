"""The opening plays that the books recommend (docs/rules.md, "Board and notation")."""

from __future__ import annotations

from typing import NamedTuple

from rules_core.board import Position
from rules_core.dice import Dice, Thrown, checked_dice, dice_of
from rules_core.legality import find_play
from rules_core.notation.box import Colour, read_box_play
from rules_core.plays import Play

BOOK_OPENINGS: dict[tuple[int, int], tuple[str, ...]] = {
    (6, 5): ("1A-7A-12A",),
    (6, 4): ("1A-5A 1A-7A",),
    (6, 3): ("1A-4A 1A-7A",),
    (6, 2): ("1A-3A 1A-7A",),
    (6, 1): ("12A-7 8-7",),
    (5, 4): ("1A-5A 12A-8",),
    (5, 3): ("8-3 6-3",),
    (5, 2): ("12A-8 12A-11",),
    (5, 1): ("1A-2A-7A",),
    (4, 3): ("12A-10 12A-9",),
    (4, 2): ("8-4 6-4",),
    (4, 1): ("1A-2A 12A-9",),
    (3, 2): ("12A-10 12A-11",),
    (3, 1): ("8-5 6-5",),
    (2, 1): ("1A-3A-4A", "12A-11 6-5"),
    (6, 6): ("2×1A-7A 2×12A-7",),
    (5, 5): ("2×12A-8-3",),
    (4, 4): ("2×1A-5A 2×12A-9",),
    (3, 3): ("2×1A-4A 2×8-5",),
    (2, 2): ("2×1A-3A-5A",),
    (1, 1): ("2×8-7 2×6-5",),
}
"""In box notation, for White; the higher number first."""


def opening_plays(first: int | Thrown, second: int | None = None) -> tuple[Play, ...]:
    """What the books play with this roll from the start; for 2-1 they give two plays.

    >>> [str(play) for play in opening_plays(1, 2)]
    ['24/21', '13/11 6/5']
    """
    dice = dice_of(first, second)
    plays = BOOK_OPENINGS[max(dice), min(dice)]
    start = Position()
    return tuple(find_play(start, dice, read_box_play(play, Colour.WHITE)) for play in plays)


class BookOpening(NamedTuple):
    """A roll, and what the books play with it from the start."""

    dice: Dice
    """The higher number first."""
    plays: tuple[Play, ...]


def opening_table() -> tuple[BookOpening, ...]:
    """The whole table of the books: 6-5 to 2-1, then the doubles, with which no game begins.

    >>> [str(line.plays[0]) for line in opening_table() if line.dice == (3, 1)]
    ['8/5 6/5']
    """
    return tuple(
        BookOpening(checked_dice(*numbers), opening_plays(*numbers)) for numbers in BOOK_OPENINGS
    )
