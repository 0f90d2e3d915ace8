"""The lines of a .mat file, one at a time (docs/rules.md, "Match files (.mat)").

Nothing here depends on the column a text stands in, except which of the two players an entry
belongs to when its line has only one; and that is left to the game around it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from rules_core.dice import Dice
from rules_core.kinds import Kind
from rules_core.notation.standard import read_play
from rules_core.sides import Score, Side
from rules_core.transcripts.snowie import read_snowie_board
from rules_core.transcripts.transcript import (
    Action,
    BoardSet,
    CubeAction,
    CubeWord,
    NoRecord,
    Resigns,
    Roll,
    Win,
)

LENGTH = re.compile(
    r"\s*(?:(\d{1,4})[\s-]*points?\s+match|match\s+(?:of|to)\s+(\d{1,4})(?:\s+points?)?)\s*",
    re.IGNORECASE,
)
GAME = re.compile(r"\s*game\s+(\d{1,6})(?:\s*(?:/|of)\s*\d{1,6})?\s*", re.IGNORECASE)

_TURN = re.compile(r"\s*\d+\)")
_ILLEGAL = r"illegal\s+(?:play|move)\s*\((?P<illegal>[^)]*)\)"
_ENTRY = re.compile(
    rf"[0-6][0-6]:\s*(?:\?{{2,}}|{_ILLEGAL})?|{_ILLEGAL.replace('illegal>', 'alone>')}|\?{{2,}}"
    r"|\b(?:(?:re)?doubl|beaver|raccoon|otter|take|accept|drop|pass|reject"
    r"|win|loss|lose|lost|concede|resign|forfeit)",
    re.IGNORECASE,
)
_ROLL = re.compile(r"([0-6])([0-6]):(.*)")
_UNKNOWN = re.compile(r"\?{2,}")
_CUBE = re.compile(
    r"(?:(?P<DOUBLES>(?:re)?doubles?)|(?P<BEAVERS>(?:beaver|raccoon|otter)s?))"
    r"(?:\s*=?>?\s*(?:to\s+)?(?P<value>\d{1,9}))?"
    r"|(?P<TAKES>(?:take|accept)s?)|(?P<DROPS>(?:drop|reject)s?|pass(?:es)?)",
    re.IGNORECASE,
)
_WIN = re.compile(
    r"(?P<won>wins?|loss(?:es)?|loses?|lost)"
    r"\s+(?:(?P<points>\d{1,9})\s+points?(?:\s+and\s+the\s+match)?|the\s+(?:match|game))",
    re.IGNORECASE,
)
_RESIGNS = re.compile(
    r"(?:(?P<over>forfeits?|los(?:es|t)\s+on\s+time)|concedes?|resign(?:s|ed)?)"
    r"(?:\s+(?:an?\s+|the\s+)?(?:(?P<kind>single|gammon|backgammon)|(?P<match>match))?"
    r"(?:\s*game)?(?:\s*\d{1,9}\s+points?)?)?",
    re.IGNORECASE,
)
_POINTS = re.compile(r":\s*(\d{1,6})(?=\s|$)", re.ASCII)
_RATING = re.compile(r"(.*?),\s*(\d[\d.]*)")
_NO_PLAY = {"", "cannot move", "no move", "dance", "dances"}


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
    """``Alice : 0    Bob,1600 : 0``: the names, and the points behind their colons.

    A name may have colons of its own. The last number belongs to the second player; of several that
    could be the first player's, it is the one with the widest gap behind it.
    """
    scores = list(_POINTS.finditer(line.rstrip()))
    if len(scores) < 2 or scores[-1].end() != len(line.rstrip()):
        return None
    last = scores.pop()
    first = max(scores, key=lambda score: _gap(line, score.end()))
    (a, rating_a), (b, rating_b) = (
        _name(line[: first.start()]),
        _name(line[first.end() : last.start()]),
    )
    right = first.end() + _gap(line, first.end())
    return ScoreLine((a, b), (rating_a, rating_b), Score(int(first[1]), int(last[1])), right)


def _gap(line: str, begin: int) -> int:
    """How many spaces stand there."""
    return len(line) - begin - len(line[begin:].lstrip())


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
    illegal = re.fullmatch(rf"(?:([0-6][0-6]:)\s*)?{_ILLEGAL}", text, re.IGNORECASE)
    if illegal:
        return _stood(f"{illegal[1] or ''} {illegal['illegal']}".strip(), side, line)
    if _UNKNOWN.fullmatch(text):
        return NoRecord(side, line)
    if roll := _ROLL.fullmatch(text):
        return _roll(int(roll[1]), int(roll[2]), roll[3].strip(), side, line)
    return _end(text, side, line) or _cube(text, side, line)


def _roll(first: int, second: int, play: str, side: Side, line: int) -> Action | None:
    unknown = _UNKNOWN.fullmatch(play) is not None
    if first == second == 0:
        return NoRecord(side, line) if unknown or not play else None
    if 0 in (first, second):
        return None
    paths = () if unknown or play.lower() in _NO_PLAY else read_play(play)
    return Roll(side, line, Dice(first, second), paths, recorded=not unknown)


def _end(text: str, side: Side, line: int) -> Action | None:
    """Who wins or gives up the game; ``Losses`` stands in the loser's column."""
    if resigns := _RESIGNS.fullmatch(text):
        kind = Kind(resigns["kind"].lower()) if resigns["kind"] else None
        return Resigns(side, line, kind, match=bool(resigns["over"] or resigns["match"]))
    if win := _WIN.fullmatch(text):
        winner = side if win["won"].lower().startswith("w") else side.other
        return Win(winner, line, int(win["points"]) if win["points"] else None)
    return None


def _cube(text: str, side: Side, line: int) -> Action | None:
    if cube := _CUBE.fullmatch(text):
        value = int(cube["value"]) if cube["value"] else None
        word = next(word for word in CubeWord if cube[word.name])
        return CubeAction(side, line, word, value)
    return None


def _stood(text: str, side: Side, line: int) -> Action | None:
    """An illegal play that was let stand: what was played, or the board it led to."""
    if roll := _ROLL.fullmatch(text):
        return _roll(int(roll[1]), int(roll[2]), roll[3].strip(), side, line)
    position = read_snowie_board(text)
    return BoardSet(side, line, position, text) if position else None
