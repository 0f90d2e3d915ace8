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
from rules_core.notation.paths import Path
from rules_core.notation.standard import read_play
from rules_core.notation.written import UnreadablePlay
from rules_core.sides import Score, Side
from rules_core.transcripts.snowie import read_snowie_board, snowie_board
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

_CRAWFORD = r"[(\[]?(?:post[\s-]?)?crawford(?:\s+game)?[)\]]?"
LENGTH = re.compile(
    r"\s*(?:(?P<length>\d{1,5})[\s-]*(?:points?|pts?\.?)[\s-]*(?:match|game)"
    r"|match\s+(?:of|to)\s+(?P<to>\d{1,5})(?:\s+points?)?"
    r"|match\s+length\s*:?\s*(?P<said>\d{1,5})(?:\s+points?)?"
    r"|unlimited(?:\s+(?:game|match|session|play)s?)?"
    r"|money\s*(?:game|match|session|play))"
    rf"\s*+[:.]?+(?:\s*+[-,]?+\s*+{_CRAWFORD})?\s*+",
    re.IGNORECASE,
)
"""Without a number it is a money session."""
GAME = re.compile(
    r"[\s=*_~-]*+game\s*+(?:n[or]\.?+|number|[#:]|(?<=\s))\s*+(\d{1,6}+)(?:\s*+(?:/|of)\s*+\d{1,6}+)?+"
    rf"\s*+[:.)]?+(?:\s*+[-,]?+\s*+{_CRAWFORD})?[\s=*_~-]*+",
    re.IGNORECASE,
)
DECORATION = re.compile(rf"\s*+(?:[-=_*~.#+|]{{3}}[-=_*~.#+|\s]*+|{_CRAWFORD}\s*+)", re.IGNORECASE)
"""A line between games, or one that says which of them is the Crawford game, as the scores do."""

_TURN = re.compile(r"\s*[(#]?(?P<number>\d+)(?:\)|\.(?!\d))")
NUMBERED_WITH_A_SIGN = re.compile(r"\s*#\d+\)")
"""``#1) 31: 8/5 6/5``, which is no comment."""
_DICE = r"[0-6]-?[0-6]\s?:"
_ILLEGAL = r"illegal\s+(?:play|move)(?:\s*\((?P<illegal>[^)]*)\))?"
_ENTRY = re.compile(
    rf"{_DICE} ?(?:(?:forced )?pass|resign|concede|forfeit)\w*|{_DICE}\s*(?:\?{{2,}}|{_ILLEGAL})?|{_ILLEGAL.replace('illegal>', 'alone>')}|\?{{2,}}"
    r"|\b(?:(?:re)?doubl|beaver|raccoon|otter|take|took|accept|drop|pass|reject|decline|refuse|fold"
    r"|win|won\b|loss|lose|lost|concede|(?<!by )resign|(?<!by )(?<!on )forfeit|retire|abandon|disconnect|quit|surrender"
    r"|gives?\s+up|gave\s+up|leaves|left\b|(?<!by )(?<!on )time[sd]?[\s-]?out|out\s+of\s+time)",
    re.IGNORECASE,
)
_ROLL = re.compile(r"([0-6])-?([0-6])\s?:(.*)")
_UNKNOWN = re.compile(r"\?{2,}")
_CUBE = re.compile(
    r"(?:(?P<DOUBLES>(?:re)?double[sd]?)|(?P<BEAVERS>(?:beaver|raccoon|otter)s?))"
    r"(?:\s*[:=-]*>?\s*(?:to\s+)?\(?(?P<value>\d{1,9})\)?)?"
    r"|(?P<TAKES>takes?|taken|took|accept(?:s|ed)?)"
    r"|(?P<DROPS>drop(?:s|ped)?|(?:reject|fold)(?:s|ed)?|(?:decline|refuse)[sd]?|pass(?:e[sd])?)",
    re.IGNORECASE,
)
_KIND = r"single|normal|gammon|backgammon"
_WIN = re.compile(
    r"(?P<won>wins?|won|loss(?:es)?|loses?|lost)\s++"
    rf"(?:(?:an?\s++|the\s++)?(?:{_KIND})?\s*+(?:game)?\s*+\(?(?P<points>\d{{1,9}})\s*+(?:points?|pts?)\)?"
    rf"(?:\s*+\((?:{_KIND})(?:\s+game)?\))?(?P<over>\s++and\s++(?:the\s++)?match)?"
    rf"|(?:an?\s++)?(?P<kind>{_KIND})(?:\s++game)?|(?:the\s++)?(?:(?P<match>match)|game)"
    r"|by\s++resignation|(?P<forfeit>(?:by|on)\s++(?:forfeit|time(?:[\s-]?out)?)))\s*+[.!]*",
    re.IGNORECASE,
)
_RESIGNS = re.compile(
    r"(?:(?P<over>forfeit(?:s|ed)?|los(?:es|t)\s++(?:on|by)\s++time(?:[\s-]?out)?|time[sd]?[\s-]?out"
    r"|out\s++of\s++time|retire[sd]?|abandon(?:s|ed)?|disconnect(?:s|ed)?|quits?|leaves|left)"
    r"|concede[sd]?|resign(?:s|ed)?|surrender(?:s|ed)?|gives?\s++up|gave\s++up)"
    rf"(?:\s*+-?+\s*+\(?+(?:an?\s++|the\s++)?(?:(?P<kind>{_KIND})|(?P<match>match))?"
    r"(?:\s*+game)?\)?(?:\s*+\(?\d{1,9}(?:\s++points?)?\)?)?)?\s*+[.!]*",
    re.IGNORECASE,
)
_KINDS: dict[str, Kind] = {kind.value: kind for kind in Kind} | {"normal": Kind.SINGLE}
_POINTS = re.compile(r":\s*(\d{1,6})(?=\s|$)", re.ASCII)
_BEHIND_THE_SCORE = re.compile(rf"(?<!\s)\s++{_CRAWFORD}\s*+$", re.IGNORECASE)
_RATING = re.compile(r"(.*?),\s*(\d[\d.]*)")
_NO_PLAY = re.compile(
    r"|-+|\(?(?:can(?:\s?not|'t|’t)\s+(?:move|play)|no\s+(?:legal\s+)?(?:move|play)s?(?:\s+possible)?|dance[sd]?"
    r"|fan(?:s|ned)?|none|nothing|closed\s+out|unable\s+to\s+(?:move|play)|(?:forced\s+)?pass(?:e[sd])?)\.?\)?",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"(?<!\S)(?:\{[^{}]*\}|\[[^\[\]]*\])|\([-+]?\d*[.:]\d+s?\)|(?<=[\d*fr)])[!?]{1,3}(?=\s|$)|(?<=\s);(?=\s).*"
)
"""A clock, an equity, an opinion: they say nothing about the game."""
_MAYBE_REMARK = re.compile(r"[{\[!?;]|\([^1-4]")
_SHORT_FOR = (
    (re.compile(r" ?, ?"), " "),
    (re.compile(r" ?[(\[]([1-4])[)\]]"), r"(\1)"),
    (re.compile(r"(?<=\w)[x×]([1-4])(?=\s|$)", re.IGNORECASE), r"(\1)"),
    (re.compile(r"(\([1-4]\))\*"), r"*\1"),
    (re.compile(r"(?<=[\w*])-(?=\w)"), "/"),
    (re.compile(r"(?<![\w/])b(?=/)", re.IGNORECASE), "bar"),
    (re.compile(r"(?<=/)(?:o|h|out|home)(?![\w/])", re.IGNORECASE), "off"),
)
"""What some programs write of a play, and what it is elsewhere."""
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
    text = comment.strip().lstrip(";#").strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    key, _, value = text[1:-1].strip().partition('"')
    return (key.strip(), value[:-1]) if value.endswith('"') else None


def read_score_line(line: str) -> ScoreLine | None:
    """``Alice : 0    Bob,1600 : 0``: the names, and the points behind their colons.

    A name may have colons of its own. The last number belongs to the second player; of several that
    could be the first player's, it is the one with the widest gap behind it.
    """
    line = _BEHIND_THE_SCORE.sub("", line)
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
    if _MAYBE_REMARK.search(line):
        line = _REMARK.sub(lambda remark: " " * len(remark[0]), line)
    turn = _TURN.match(line)
    begin = turn.end() if turn else 0
    starts = [match.start() for match in _ENTRY.finditer(line, begin)]
    if len(starts) > 2 or line[begin : starts[0] if starts else None].strip():
        return None
    return [
        TurnText(start, line[start:end].strip()) for start, end in pairwise((*starts, len(line)))
    ]


def turn_number(line: str) -> int | None:
    """The number before a turn."""
    turn = _TURN.match(line)
    return int(turn["number"][:6]) if turn else None


def named_entry(line: str, player: str) -> TurnText | None:
    """What a line says of the player it names: ``Alice wins 1 point``, ``Alice: 31: 8/5 6/5``."""
    turn = _TURN.match(line)
    text = line[turn.end() if turn else 0 :].strip()
    named, told = text[: len(player)], text[len(player) :]
    if not player or named.casefold() != player.casefold() or not told.startswith((" ", ":")):
        return None
    entries = entries_of(told.lstrip(" :"))
    return entries[0] if entries is not None and len(entries) == 1 else None


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
    paths = () if unknown or _NO_PLAY.fullmatch(play) else _read_play(play)
    return Roll(side, line, Dice(first, second), paths, recorded=not unknown)


def _read_play(text: str) -> tuple[Path, ...]:
    """The play; only what is not in the notation of nearly all files costs a second look."""
    try:
        return read_play(text)
    except UnreadablePlay:
        usual = " ".join(text.split())
        for pattern, instead in _SHORT_FOR:
            usual = pattern.sub(instead, usual)
        if usual == text:
            raise
    try:
        return read_play(usual)
    except UnreadablePlay as refusal:
        raise UnreadablePlay(
            refusal.message.replace(usual[:80], text[:80]), text=text[:80]
        ) from None


def _end(text: str, side: Side, line: int) -> Action | None:
    """Who wins or gives up the game; ``Losses`` stands in the loser's column."""
    if resigns := _RESIGNS.fullmatch(text):
        kind = _KINDS[resigns["kind"].lower()] if resigns["kind"] else None
        return Resigns(side, line, kind, match=bool(resigns["over"] or resigns["match"]))
    if win := _WIN.fullmatch(text):
        return Win(
            side if win["won"].lower().startswith("w") else side.other,
            line,
            int(win["points"]) if win["points"] else None,
            kind=_KINDS[win["kind"].lower()] if win["kind"] else None,
            match=bool(win["match"] or win["over"] or win["forfeit"]),
        )
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
        return BoardSet(side, line, position, snowie_board(position))
    if roll := _ROLL.fullmatch(f"{dice} {told}".strip()):
        return _roll(int(roll[1]), int(roll[2]), roll[3].strip(), side, line)
    return None
