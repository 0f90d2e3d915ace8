"""A board drawn in text, as the player on roll, X, sees it from below."""

from __future__ import annotations

from rules_core.board import BAR, Position

_ROWS = 5
_ON_ROLL = {True: "on roll", False: "       "}
_TOP = "+-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+"
_MIDDLE = "|                   |BAR|                   |"
_BOTTOM = "+-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+"


def draw(position: Position, *, x_on_roll: bool = True) -> str:
    """The board as X sees it, who is on roll or waits; where more than five checkers stand, the last shows how many.

    >>> print(draw(Position.start()))
    +-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+
    |  X           O    |   |  O              X |
    |  X           O    |   |  O              X |
    |  X           O    |   |  O                |
    |  X                |   |  O                |
    |  X                |   |  O                |
    |                   |BAR|                   |
    |  O                |   |  X                |
    |  O                |   |  X                |
    |  O           X    |   |  X                |
    |  O           X    |   |  X              O |
    |  O           X    |   |  X              O |
    +-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+
    X  on roll   167 pips    0 off
    O            167 pips    0 off
    """
    rows = range(1, _ROWS + 1)
    upper = [_row(position, row, range(13, 19), range(19, 25), "X") for row in rows]
    lower = [_row(position, row, range(12, 6, -1), range(6, 0, -1), "O") for row in reversed(rows)]
    return "\n".join((_TOP, *upper, _MIDDLE, *lower, _BOTTOM, *_captions(position, x_on_roll)))


def _row(position: Position, row: int, left: range, right: range, on_the_bar: str) -> str:
    """One line of text; X enters in the upper half, so X's checkers on the bar wait there."""
    side = position.mine if on_the_bar == "X" else position.theirs
    return (
        f"|{_points(position, row, left)} |{_checker(side[BAR], on_the_bar, row):>2} "
        f"|{_points(position, row, right)} |"
    )


def _points(position: Position, row: int, points: range) -> str:
    ours = (_checker(position.mine[point], "X", row) for point in points)
    theirs = (_checker(position.theirs[BAR - point], "O", row) for point in points)
    return "".join(f"{x or o:>3}" for x, o in zip(ours, theirs, strict=True))


def _checker(checkers: int, sign: str, row: int) -> str:
    if checkers > _ROWS == row:
        return str(checkers)
    return sign if checkers >= row else ""


def _captions(position: Position, x_on_roll: bool) -> tuple[str, str]:
    (x_pips, o_pips), (x_off, o_off) = position.pip_counts, position.borne_off
    return (
        f"X  {_ON_ROLL[x_on_roll]} {x_pips:>5} pips {x_off:>4} off",
        f"O  {_ON_ROLL[not x_on_roll]} {o_pips:>5} pips {o_off:>4} off",
    )
