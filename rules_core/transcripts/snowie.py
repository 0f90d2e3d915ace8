"""The board in Snowie's line, with which some programs say what an illegal play led to.

Forty fields with semicolons behind them. The thirteenth to the thirty-eighth are the board: a bar, 24 points and
the other bar, the checkers of one side below zero. The rest repeats what the match file says.
"""

from __future__ import annotations

import re

from rules_core.board import BAR, ImpossiblePosition, Position

_FIELDS = 40
_BOARD = slice(12, 38)
_BEFORE = "0;0;0;0;0;;;0;0;0;1;0;"
_AFTER = ";0;0;"


def read_snowie_board(text: str) -> Position | None:
    """The board as one of the players sees it; which one, programs do not agree on."""
    fields = text.strip().removesuffix(";").split(";")
    numbers = [re.fullmatch(r"-?\d{1,2}", field.strip()) for field in fields[_BOARD]]
    if len(fields) != _FIELDS or None in numbers:
        return None
    places = [int(number[0]) for number in numbers if number]
    mine = {BAR - place: -checkers for place, checkers in enumerate(places) if checkers < 0}
    theirs = {place: checkers for place, checkers in enumerate(places) if checkers > 0}
    try:
        return Position.of(mine, theirs)
    except ImpossiblePosition:
        return None


def snowie_board(position: Position) -> str:
    """The line for a board, seen by the player on roll; what is not the board is left at 0."""
    places = [
        position.theirs[place] or -position.mine[BAR - place] if place else -position.mine[BAR]
        for place in range(BAR + 1)
    ]
    return _BEFORE + ";".join(map(str, places)) + _AFTER
