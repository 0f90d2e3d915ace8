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
    r"\s*(?:(?P<length>\d{1,4})[\s-]*points?\s+match"
    r"|match\s+(?:of|to)\s+(?P<to>\d{1,4})(?:\s+points?)?"
    r"|(?:unlimited|money)\s+(?:game|match|session|play))\s*",
    re.IGNORECASE,
)
"""Without a number it is a money session."""
GAME = re.compile(
    r"\s*game\s+#?(\d{1,6})(?:\s*(?:/|of)\s*\d{1,6})?\s*[:.]?(?:\s*\(?crawford(?:\s+game)?\)?)?\s*",
    re.IGNORECASE,
)

_TURN = re.compile(r"\s*\d+(?:\)|\.(?!\d))")
_DICE = r"[0-6]-?[0-6]\s?:"
_ILLEGAL = r"illegal\s+(?:play|move)(?:\s*\((?P<illegal>[^)]*)\))?"
_ENTRY = re.compile(
    rf"{_DICE}\s*(?:\?{{2,}}|{_ILLEGAL})?|{_ILLEGAL.replace('illegal>', 'alone>')}|\?{{2,}}"
    r"|\b(?:(?:re)?doubl|beaver|raccoon|otter|take|accept|drop|pass|reject|decline|refuse"
    r"|win|loss|lose|lost|concede|resign|forfeit)",
    re.IGNORECASE,
)
_ROLL = re.compile(r"([0-6])-?([0-6])\s?:(.*)")
_UNKNOWN = re.compile(r"\?{2,}")
_CUBE = re.compile(
    r"(?:(?P<DOUBLES>(?:re)?doubles?)|(?P<BEAVERS>(?:beaver|raccoon|otter)s?))"
    r"(?:\s*[=-]*>?\s*(?:to\s+)?(?P<value>\d{1,9}))?"
    r"|(?P<TAKES>(?:take|accept)s?)|(?P<DROPS>(?:drop|reject|decline|refuse)s?|pass(?:es)?)",
    re.IGNORECASE,
)
_WIN = re.compile(
    r"(?P<won>wins?|loss(?:es)?|loses?|lost)"
    r"\s+(?:(?P<points>\d{1,9})\s+points?(?:\s+and\s+the\s+match)?|the\s+(?:match|game))",
    re.IGNORECASE,
)
_RESIGNS = re.compile(
    r"(?:(?P<over>forfeits?|los(?:es|t)\s+on\s+time)|concedes?|resign(?:s|ed)?)"
    r"(?:\s+(?:an?\s+|the\s+)?(?:(?P<kind>single|normal|gammon|backgammon)|(?P<match>match))?"
    r"(?:\s*game)?(?:\s*\d{1,9}\s+points?)?)?",
    re.IGNORECASE,
)
_KINDS: dict[str, Kind] = {kind.value: kind for kind in Kind} | {"normal": Kind.SINGLE}
_POINTS = re.compile(r":\s*(\d{1,6})(?=\s|$)", re.ASCII)
_RATING = re.compile(r"(.*?),\s*(\d[\d.]*)")
_NO_PLAY = re.compile(
    r"|can(?:not|'t|’t)\s+(?:move|play)|no\s+(?:legal\s+)?(?:move|play)s?|dances?|\((?:no\s+\w+|dances?)\)",
    re.IGNORECASE,
)
_CALLED_ILLEGAL = re.compile(r"\s*\(?illegal\s*[?!]*\)?$", re.IGNORECASE)
"""A remark behind a play; whether it holds, the rules tell."""
_NOTHING_LEFT = re.compile(r"(?:^|\s)(?:0/0|off/off)(?=\s|$)", re.IGNORECASE)
"""Some programs name a number for which no checker was left."""


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


def named_entry(line: str, player: str) -> TurnText | None:
    """How a game ended, where the line names the player: ``Alice wins 1 point and the match``."""
    turn = _TURN.match(line)
    text = line[turn.end() if turn else 0 :].strip()
    if not player or not text.casefold().startswith(f"{player.casefold()} "):
        return None
    told = text[len(player) :].strip()
    return TurnText(0, told) if _WIN.fullmatch(told) or _RESIGNS.fullmatch(told) else None


def read_turn_text(text: str, side: Side, line: int) -> Action | None:
    """What one player did; None if the text says nothing known.

    A play that cannot be read raises ``UnreadablePlay``.
    """
    illegal = re.fullmatch(rf"(?:({_DICE})\s*)?{_ILLEGAL}", text, re.IGNORECASE)
    if illegal:
        return _stood(illegal[1] or "", illegal["illegal"] or "", side, line)
    if _UNKNOWN.fullmatch(text):
        return NoRecord(side, line)
    if roll := _ROLL.fullmatch(text):
        return _roll(int(roll[1]), int(roll[2]), roll[3].strip(), side, line)
    return _end(text, side, line) or _cube(text, side, line)


def _roll(first: int, second: int, play: str, side: Side, line: int) -> Action | None:
    unknown = _UNKNOWN.fullmatch(play) is not None
    play = _NOTHING_LEFT.sub("", _CALLED_ILLEGAL.sub("", play)).strip()
    if first == second == 0:
        return NoRecord(side, line) if unknown or not play else None
    if 0 in (first, second):
        return None
    paths = () if unknown or _NO_PLAY.fullmatch(play) else read_play(play)
    return Roll(side, line, Dice(first, second), paths, recorded=not unknown)


def _end(text: str, side: Side, line: int) -> Action | None:
    """Who wins or gives up the game; ``Losses`` stands in the loser's column."""
    if resigns := _RESIGNS.fullmatch(text):
        kind = _KINDS[resigns["kind"].lower()] if resigns["kind"] else None
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


def _stood(dice: str, told: str, side: Side, line: int) -> Action | None:
    """An illegal play that was let stand: what was played, or the board it led to, or neither."""
    if not told.strip():
        return read_turn_text(f"{dice} ????".strip(), side, line)
    if position := read_snowie_board(told):
        return BoardSet(side, line, position, told)
    if roll := _ROLL.fullmatch(f"{dice} {told}".strip()):
        return _roll(int(roll[1]), int(roll[2]), roll[3].strip(), side, line)
    return None
