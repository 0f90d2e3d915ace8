"""Writing matches as SGF, game 6, as GNU Backgammon keeps them (docs/rules.md, "SGF")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_core.board import BAR, OFF
from rules_core.match import GameEnd
from rules_core.sides import Side
from rules_core.transcripts.replayed import Replay, ReplayedGame, Turn
from rules_core.transcripts.transcript import CubeWord
from rules_core.transcripts.written import marked

_COLOURS = {Side.A: "W", Side.B: "B"}
_ON_THE_BAR = "y"
_BORNE_OFF = "z"
_WORDS = {
    CubeWord.DOUBLES: "double",
    CubeWord.BEAVERS: "double",
    CubeWord.TAKES: "take",
    CubeWord.DROPS: "drop",
}


def write_sgf(match: Replay) -> str:
    """The match as a collection of games; the first player is White."""
    return "".join(f"({''.join(_nodes(match, game))})\n" for game in match.games)


def _nodes(match: Replay, game: ReplayedGame) -> Iterator[str]:
    yield _root(match, game)
    for turn, after in pairwise((*game.turns, None)):
        assert turn is not None
        yield f"\n;{_node(turn)}"
        if turn.action is CubeWord.BEAVERS and _is_accepted(game, after):
            # That goes without saying in a .mat file, but not here.
            yield f"\n;{_COLOURS[turn.side.other]}[take]"


def _is_accepted(game: ReplayedGame, after: Turn | None) -> bool:
    """Whether a beaver stood: play went on, or somebody gave up with the cube where it was."""
    return after.action is None if after else game.winner is not None


def _root(match: Replay, game: ReplayedGame) -> str:
    white, black = map(_escaped, match.players)
    score = f"[ws:{game.score.a}][bs:{game.score.b}]"
    return (
        f";FF[4]GM[6]CA[UTF-8]AP[Barpoint]MI[length:{match.rules.length}][game:{game.number - 1}]"
        f"{score}PW[{white}]PB[{black}]{_rules(match, game)}{_cube(game)}{_result(game)}"
    )


def _rules(match: Replay, game: ReplayedGame) -> str:
    if match.rules.crawford and match.rules.length:
        return "RU[Crawford:CrawfordGame]" if game.crawford else "RU[Crawford]"
    return "RU[Jacoby]" if match.rules.jacoby else ""


def _cube(game: ReplayedGame) -> str:
    """Where automatic doubles turned the cube, what it began at."""
    doubles = game.result.automatic_doubles if game.result else 0
    return f"CV[{1 << doubles}]" if doubles else ""


def _result(game: ReplayedGame) -> str:
    if game.winner is None:
        return ""
    resigned = game.result is not None and game.result.ended_by is GameEnd.RESIGN
    return f"RE[{_COLOURS[game.winner]}+{game.points}{'R' * resigned}]"


def _node(turn: Turn) -> str:
    colour = _COLOURS[turn.side]
    if turn.action is not None:
        return f"{colour}[{_WORDS[turn.action]}]"
    if turn.dice is None:
        return _board_set(turn)
    dice = f"{turn.dice.first}{turn.dice.second}"
    if not turn.played:
        return f"PL[{colour}]DI[{dice}]"
    points = (_letter(point, turn.side) for path in marked(turn) for point in path.points)
    return f"{colour}[{dice}{''.join(points)}]"


def _board_set(turn: Turn) -> str:
    """The whole board, after an illegal play of which the file gave only that."""
    white, black = (turn.after.mine, turn.after.theirs)
    if turn.side is Side.B:
        white, black = black, white
    return (
        f"PL[{_COLOURS[turn.side.other]}]AE[a:y]"
        f"AW{_checkers(white, Side.A)}AB{_checkers(black, Side.B)}"
    )


def _checkers(places: bytes, side: Side) -> str:
    """One value a checker, as GNU Backgammon writes them."""
    return "".join(f"[{_letter(place, side)}]" * places[place] for place in range(BAR, OFF, -1))


def _letter(point: int, side: Side) -> str:
    """White's points 1 to 24 are a to x; Black's run the other way."""
    if point in (BAR, OFF):
        return _ON_THE_BAR if point == BAR else _BORNE_OFF
    return chr(ord("a") + (point if side is Side.A else BAR - point) - 1)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
