"""Writing .mat match files, in the columns GNU Backgammon uses and reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_core.board import PLACES
from rules_core.choices import chosen
from rules_core.notation.written import PlayNotation
from rules_core.sides import Side
from rules_core.transcripts.files import MAX_NAME
from rules_core.transcripts.replayed import Replay
from rules_core.transcripts.transcript import (
    Action,
    BoardSet,
    CubeAction,
    NoRecord,
    Resigns,
    Roll,
    Transcript,
    Win,
    WrittenGame,
)
from rules_core.transcripts.written import written

_NAME_WIDTH = 31
_HALF_WIDTH = 28
_NUMBERS = PlayNotation(
    names={place: str(place) for place in range(PLACES)},
    between="/",
    repeated="{path}({times})",
    example="13/8 6/5*, 25/22 or 6/0",
)
"""In these files the bar is 25 and off is 0."""
_INDENT = " " * 5


def write_mat(match: Transcript | Replay) -> str:
    """The file; reading it again gives the same transcript, but for its line numbers.

    Of a match that was played through, every hit is marked, as GNU Backgammon marks them.
    """
    transcript = written(match) if isinstance(match, Replay) else match
    return "\n".join(_lines(transcript)) + "\n"


def _lines(transcript: Transcript) -> Iterator[str]:
    for key, value in transcript.headers:
        yield f'; [{_one_line(key)} "{_one_line(value)}"]'
    if transcript.headers:
        yield ""
    yield f" {transcript.length} point match"
    names = [
        _name(name) + (f",{rating}" if rating else "")
        for name, rating in zip(transcript.players, transcript.ratings, strict=True)
    ]
    for game in transcript.games:
        yield ""
        yield f" Game {game.number}"
        a, b = (f"{name} : {points}" for name, points in zip(names, game.score, strict=True))
        yield f" {_padded(a, _NAME_WIDTH)}{b}"
        yield from _turns(game)


def _name(text: str) -> str:
    """A name that the score line can hold: a colon would end it."""
    return _one_line(text.replace(":", " "))[:MAX_NAME].rstrip()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _turns(game: WrittenGame) -> Iterator[str]:
    for number, (left, right) in enumerate(_rows(game.actions), start=1):
        cells = f"{_padded(_text(left), _HALF_WIDTH)}{_text(right)}"
        # A line that only says who won carries no number.
        only_a_win = not (left and right) and isinstance(left or right, Win)
        yield f"{_INDENT if only_a_win else f'{number:>3}) '}{cells}".rstrip()


def _rows(actions: Sequence[Action]) -> Iterator[tuple[Action | None, Action | None]]:
    """Two actions a line where the second player follows the first."""
    left: Action | None = None
    for action in actions:
        if chosen("side", action.side, Side) is Side.B:
            yield left, action
            left = None
        else:
            if left is not None:
                yield left, None
            left = action
    if left is not None:
        yield left, None


def _padded(text: str, width: int) -> str:
    """At least two spaces keep the columns apart, whatever stands in the first one."""
    return f"{text}  ".ljust(width)


def _text(action: Action | None) -> str:
    match action:
        case None:
            return ""
        case Roll(dice=dice, paths=paths, recorded=recorded):
            play = " ".join(map(_NUMBERS.write_path, paths)) if recorded else "????"
            return f"{dice.first}{dice.second}: {play}"
        case NoRecord():
            return "00: ????"
        case BoardSet(text=text):
            return f"Illegal play ({text})"
        case CubeAction(word=word, value=value):
            return f" {word}" + ("" if value is None else f" => {value}")
        case Resigns(kind=kind, match=match):
            return " Resigns" + (" match" if match else f" {kind}" if kind else "")
        case Win():
            return f" Wins {_won(action)}"


def _won(win: Win) -> str:
    if win.points is None:
        return "the match" if win.match else f"a {win.kind}" if win.kind else "the game"
    points = f"{win.points} point{'' if win.points == 1 else 's'}"
    return points + " and the match" * win.match
