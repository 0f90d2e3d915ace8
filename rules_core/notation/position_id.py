"""GNU Backgammon's Position ID: a board in 14 characters (docs/rules.md, "Position ID").

The player not on roll comes first. Each side is written as its points 1 to 24 and the bar, every
place as one bit a checker and a zero to end it; 80 bits, the lowest first, in base64.
"""

from __future__ import annotations

from rules_core.board import BAR, CHECKERS, Position
from rules_core.errors import RulesError
from rules_core.notation.base64_bits import bits_of, text_of

_BYTES = 10


class InvalidPositionId(RulesError):
    """Text that names no position."""

    code = "invalid_position_id"


def position_id(position: Position) -> str:
    """The Position ID.

    >>> position_id(Position.start())
    '4HPwATDgc/ABMA'
    """
    bits, width = 0, 0
    for side in (position.theirs, position.mine):
        for checkers in side[1:]:
            bits |= (1 << checkers) - 1 << width
            width += checkers + 1
    return text_of(bits, _BYTES)


def read_position_id(text: str) -> Position:
    """The position behind a Position ID."""
    bits = bits_of(text, _BYTES)
    if bits is None:
        raise InvalidPositionId(
            f"“{text[:80]}” is no Position ID, which has 14 letters, digits, + or /.",
            text=text[:80],
        )
    sides = []
    for _ in range(2):
        side = bytearray(BAR + 1)
        for place in range(1, BAR + 1):
            # The ones below the lowest zero are the checkers of this place.
            checkers = (~bits & bits + 1).bit_length() - 1
            side[place] = min(checkers, CHECKERS + 1)
            bits >>= checkers + 1
        sides.append(side)
    if bits or any(sum(side) > CHECKERS for side in sides):
        raise InvalidPositionId(
            f"“{text}” is no Position ID: a side has at most {CHECKERS} checkers.", text=text
        )
    theirs, mine = (bytes((CHECKERS - sum(side), *side[1:])) for side in sides)
    return Position(mine, theirs)
