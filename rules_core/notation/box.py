"""Box notation: ``1A-7A``, ``12A-9-3``, ``2×8-7`` (docs/rules.md, "Board and notation").

The points carry the same names for both players: 1A to 12A on one side of the board and 12 to 1
on the other. White runs 1A→12A→12→1, Black the reverse.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal

from rules_core.board import BAR, OFF
from rules_core.choices import chosen
from rules_core.notation.paths import Path, paths_of
from rules_core.notation.written import PlayNotation
from rules_core.plays import Play


class Colour(StrEnum):
    """The two players of a box-rule record."""

    WHITE = "white"
    BLACK = "black"


ColourName = Colour | Literal["white", "black"]

_AND = re.compile(r"\s*[,;&]\s*|\s(?:und|et|ed|e|and)\s", re.IGNORECASE)
_TIMES = re.compile(r"\b([1-4])\s*(?:[×x]|mal|fois|volte)\s*", re.IGNORECASE)


def _names(far: str, near: str) -> dict[int, str]:
    return (
        {BAR: "bar", OFF: "off"}
        | {point: f"{BAR - point}{far}" for point in range(13, BAR)}
        | {point: f"{point}{near}" for point in range(1, 13)}
    )


BOX = {
    colour: PlayNotation(
        names=_names(far, near),
        between="-",
        repeated="{times}×{path}",
        example="1A-7A, 12A-9-3 or 2×8-7",
    )
    for colour, far, near in ((Colour.WHITE, "A", ""), (Colour.BLACK, "", "A"))
}


def write_box_play(play: Play, colour: ColourName) -> str:
    """A play in the notation of the box rules, which shows every number.

    >>> from rules_core.board import Position
    >>> write_box_play(Play(Position.start(), ((24, 18), (18, 13))), Colour.WHITE)
    '1A-7A-12A'
    """
    return BOX[chosen("colour", colour, Colour)].write(paths_of(play))


def read_box_play(text: str, colour: ColourName) -> tuple[Path, ...]:
    """The ways of the checkers in a box-rule play, also as books print it: ``1A-7A und 1A-5A``."""
    return BOX[chosen("colour", colour, Colour)].read(_TIMES.sub(r"\1×", _AND.sub(" ", text)))
