"""Standard notation: ``13/8 6/5*``, ``bar/22``, ``8/5(2)`` (docs/rules.md, "Board and notation")."""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.board import BAR, OFF
from rules_core.notation.paths import Path, paths_of
from rules_core.notation.written import PlayNotation, UnreadablePlay
from rules_core.plays import Play

STANDARD = PlayNotation(
    names={point: str(point) for point in range(1, BAR)} | {BAR: "bar", OFF: "off"},
    between="/",
    repeated="{path}({times})",
    example="13/8 6/5*, bar/22, 6/off or 8/5(2)",
    also={"25": BAR, "0": OFF},
)


def write_play(play: Play) -> str:
    """A play in standard notation, without needless points in between.

    >>> from rules_core.board import Position
    >>> write_play(Play(Position.start(), ((24, 18), (18, 13))))
    '24/13'
    """
    return STANDARD.write(path.without_needless_points() for path in paths_of(play))


def read_play(text: str) -> tuple[Path, ...]:
    """The ways of the checkers in a play, with the bar as ``bar`` or 25 and off as ``off`` or 0."""
    return STANDARD.read(text)


SaidPlay = str | Play | Sequence[str]
"""A play as people give it: ``"8/5 6/5"``, one of the legal plays, or ``["8/5", "6/5"]``."""


def play_text(play: SaidPlay) -> str:
    """The play in standard notation, however it is given; not yet read.

    >>> play_text(["8/5", "6/5"])
    '8/5 6/5'
    """
    if isinstance(play, str):
        return play
    if isinstance(play, Play):
        return write_play(play)
    paths = [path for path in play if isinstance(path, str)] if isinstance(play, Sequence) else None
    if paths is not None and len(paths) == len(play):
        return " ".join(paths)
    raise UnreadablePlay(f"{str(play)[:80]} is no play; write it like {STANDARD.example}.")
