"""The text of a .mat file around its games: spaces, comments, what stands above and below.

None of it says anything about the games; what is neither comment nor decoration is noted by the reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules_core.notation.written import UnreadablePlay
from rules_core.sides import Side
from rules_core.transcripts.mat_lines import (
    DECORATION,
    GAME,
    LENGTH,
    NUMBERED_WITH_A_SIGN,
    entries_of,
    read_header,
    read_score_line,
    read_turn_text,
    turn_number,
)
from rules_core.transcripts.transcript import Win

Line = tuple[int, str]
"""Its number, from 1, and its text."""

_NEW_LINE = re.compile(r"\r\n|\r|\n")
_SPACES = {
    **dict.fromkeys(map(ord, "\x0b\x0c\xa0\u2002\u2003\u2007\u2009\u202f"), " "),
    **dict.fromkeys(map(ord, "\u200b\u200e\u200f\ufeff")),
    0x3000: "  ",
    0xFF1A: ":",
}
"""Spaces that look like others or like none, pages, and the wide signs of East Asian keyboards."""
_BOX = ("|", "+", "=", "*", "-")
"""What the frame of a title above the match is drawn with."""
_MOST_ABOVE = 50
"""So many lines of a letter or a page may stand above the match."""


def texts_of(text: str) -> list[str]:
    """The lines, with one kind of space; a Ctrl-Z at the end is how old programs close a file."""
    lines = _NEW_LINE.split(text.rstrip("\x1a\x00").translate(_SPACES))
    return [line.expandtabs() for line in lines]


def is_comment(text: str) -> bool:
    """Whether a line begins like a comment; a name or a turn may, too."""
    return text.lstrip().startswith((";", "#")) and not NUMBERED_WITH_A_SIGN.match(text)


def comments(lines: Sequence[Line]) -> set[int]:
    """The numbers of the comments, of lines drawn between games, and of a title in a box above them.

    A score line is none, though a name may begin like one.
    """
    found, after_title, begun = set(), False, False
    for number, text in lines:
        begun = begun or LENGTH.fullmatch(text) is not None
        if not begun and text.lstrip().startswith(_BOX):
            found.add(number)
            continue
        header = read_header(text)
        names = after_title and not header and read_score_line(text) is not None
        if not names and (is_comment(text) or header or DECORATION.fullmatch(text)):
            found.add(number)
        elif text.strip():
            after_title = GAME.fullmatch(text) is not None
    return found


def begin_of_match(body: Sequence[Line]) -> int:
    """The place of the line with the length; text without any turn may stand above it."""
    for place, (_, text) in enumerate(body[:_MOST_ABOVE]):
        if GAME.fullmatch(text) or (turn_number(text) is not None and entries_of(text)):
            return 0
        following = body[place + 1][1] if place + 1 < len(body) else ""
        if LENGTH.fullmatch(text) and (place == 0 or GAME.fullmatch(following)):
            return place
    return 0


def end_of_match(chunk: Sequence[Line]) -> int:
    """The place behind the last line of a game; text without any turn may stand below who won it."""
    end = len(chunk)
    while (
        end > 2 and entries_of(chunk[end - 1][1]) is None and turn_number(chunk[end - 1][1]) is None
    ):
        end -= 1
    return end if end > 2 and _says_who_won(*chunk[end - 1]) else len(chunk)


def _says_who_won(number: int, text: str) -> bool:
    entries = entries_of(text)
    try:
        action = read_turn_text(entries[-1].text, Side.A, number) if entries else None
    except UnreadablePlay:
        return False
    return isinstance(action, Win)
