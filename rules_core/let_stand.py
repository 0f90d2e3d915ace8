"""Illegal plays that the opponent let stand (docs/rules.md, "Irregularities").

A play is condoned once the opponent has rolled. What is then on the board is the game, whatever
the rules would have allowed.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.board import BAR, OFF, Position
from rules_core.illegal_plays import NoCheckerThere, PointBlocked
from rules_core.notation.paths import Path


def let_stand(position: Position, paths: Sequence[Path]) -> Position:
    """The board with the checkers where the play put them, and the other player on roll.

    Refused only where no board could look like this: a checker that is not there, or one among
    two or more of the opponent's.
    """
    mine, theirs = bytearray(position.mine), bytearray(position.theirs)
    for path in paths:
        if not mine[path.source]:
            raise NoCheckerThere(
                f"There are not enough checkers on point {path.source} to move.", point=path.source
            )
        mine[path.source] -= 1
        for point in path.points[1:]:
            _hit(theirs, point)
        if path.target not in (OFF, BAR) and theirs[BAR - path.target]:
            raise PointBlocked(
                f"Point {path.target} is held by two or more opposing checkers.", point=path.target
            )
        mine[path.target] += 1
    return Position(mine=bytes(theirs), theirs=bytes(mine))


def _hit(theirs: bytearray, point: int) -> None:
    """A single opposing checker goes to the bar."""
    if point not in (OFF, BAR) and theirs[BAR - point] == 1:
        theirs[BAR - point] = 0
        theirs[BAR] += 1
