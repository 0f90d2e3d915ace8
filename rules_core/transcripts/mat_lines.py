"""The lines of a .mat file, one at a time (docs/rules.md, "Match files (.mat)").

Nothing here depends on the column a text stands in, except which of the two players an entry
belongs to when its line has only one; and that is left to the game around it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from rules_core.dice import Dice
from rules_core.notation.paths import Path
from rules_core.notation.standard import read_play
from rules_core.sides import Score, Side
from rules_core.transcripts.transcript import Action, CubeAction, CubeWord, Roll, Win

LENGTH = re.compile(r"\s*(\d{1,4})\s+point\s+match\s*", re.IGNORECASE)
GAME = re.compile(r"\s*game\s+(\d{1,6})\s*", re.IGNORECASE)

_TURN = re.compile(r"\s*\d+\)")
_ENTRY = re.compile(r"[1-6][1-6]:|\b(?:double|beaver|raccoon|take|drop|win)", re.IGNORECASE)
_ROLL = re.compile(r"([1-6])([1-6]):(.*)")
_CUBE = re.compile(
    r"(?:(?P<DOUBLES>doubles?)|(?P<BEAVERS>(?:beaver|raccoon)s?))\s*=>\s*(?P<value>\d{1,9})"
    r"|(?P<TAKES>takes?)|(?P<DROPS>drops?)",
    re.IGNORECASE,
)
_WIN = re.compile(r"wins?\s+(\d{1,9})\s+points?(?:\s+and\s+the\s+match)?", re.IGNORECASE)
_FIRST_SCORE = re.compile(r"\s*(\d{1,6})(?:\s+(\S.*))?")
_RATING = re.compile(r"(.*?),\s*(\d[\d.]*)")
_NO_PLAY = {"", "cannot move", "???", "????"}


class ScoreLine(NamedTuple):
    """The names, the ratings behind them, and the score before a game."""

    players: tuple[str, str]
    ratings: tuple[str, str]
    score: Score
    right: int
    """The column in which the second name begins."""


class TurnText(NamedTuple):
    """What stands in one player's half of a line."""

    column: int
    text: str


def read_header(comment: str) -> tuple[str, str] | None:
    """Key and value of ``; [Key "value"]``."""
    text = comment.strip()[1:].strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    key, _, value = text[1:-1].strip().partition('"')
    return (key.strip(), value[:-1]) if value.endswith('"') else None


def read_score_line(line: str) -> ScoreLine | None:
    """``Alice : 0    Bob,1600 : 0``, split at its two colons."""
    parts = line.split(":")
    if len(parts) != 3:
        return None
    middle, last = _FIRST_SCORE.fullmatch(parts[1].rstrip()), parts[2].strip()
    if middle is None or not re.fullmatch(r"\d{1,6}", last, re.ASCII):
        return None
    (a, rating_a), (b, rating_b) = _name(parts[0]), _name(middle[2] or "")
    score = Score(int(middle[1]), int(last))
    right = len(parts[0]) + 1 + (middle.start(2) if middle[2] else len(parts[1]))
    return ScoreLine((a, b), (rating_a, rating_b), score, right)


def _name(text: str) -> tuple[str, str]:
    rated = _RATING.fullmatch(text.strip())
    return (rated[1].strip(), rated[2]) if rated else (text.strip(), "")


def entries_of(line: str) -> list[TurnText] | None:
    """The one or two entries of a line; None if something else stands there."""
    turn = _TURN.match(line)
    begin = turn.end() if turn else 0
    starts = [match.start() for match in _ENTRY.finditer(line, begin)]
    if len(starts) > 2 or line[begin : starts[0] if starts else None].strip():
        return None
    return [
        TurnText(start, line[start:end].strip()) for start, end in pairwise((*starts, len(line)))
    ]


def read_turn_text(text: str, side: Side, line: int) -> Action | None:
    """What one player did; None if the text says nothing known.

    A play that cannot be read raises ``UnreadablePlay``.
    """
    if roll := _ROLL.fullmatch(text):
        return Roll(side, line, Dice(int(roll[1]), int(roll[2])), _paths(roll[3]))
    if win := _WIN.fullmatch(text):
        return Win(side, line, int(win[1]))
    if cube := _CUBE.fullmatch(text):
        value = int(cube["value"]) if cube["value"] else None
        word = next(word for word in CubeWord if cube[word.name])
        return CubeAction(side, line, word, value)
    return None


def _paths(text: str) -> tuple[Path, ...]:
    bare = text.strip()
    return () if bare.lower() in _NO_PLAY else read_play(bare)
