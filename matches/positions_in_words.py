"""A position of a replay in the reader's language: what happened, and the board for those who do not see it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_core.board import BAR, OFF, Position
from rules_core.sides import Side
from rules_core.transcripts import ReplayedGame, Turn
from rules_core.transcripts.frames import Frame
from rules_core.transcripts.transcript import CubeWord

Names = tuple[str, str]
"""Of side a and of side b."""


def turn_in_words(game: ReplayedGame, move: int, names: Names) -> str:
    """What led to a position: a sentence about the turn, and one about the end of the game."""
    if move == 0:
        told = _("Game %(number)s begins.") % {"number": game.number}
    else:
        turn = game.turns[move - 1]
        told = _sentence(turn, _name(turn.side, names))
    if move < len(game.turns) or game.winner is None:
        return told
    return f"{told} {_ending(game, _name(game.winner, names))}"


def turn_in_short(turn: Turn) -> str:
    """A turn as a list of moves has it."""
    if turn.action is not None:
        return _cube_words(turn)
    if turn.dice is None:
        return _("an illegal play that stood")
    return f"{_dice(turn)}: {_played(turn)}"


def spoken(game: ReplayedGame, frame: Frame, names: Names) -> str:
    """What is said aloud when somebody has gone on to a position."""
    told = turn_in_words(game, frame.number, names)
    return " ".join((told, _score(game, names), *_pips(frame, names)))


def board_in_words(frame: Frame, names: Names) -> str:
    """Where the checkers and the cube are."""
    return f"{checkers_in_words(frame.board, names)} {_cube(frame, names)}"


def checkers_in_words(board: Position, names: Names) -> str:
    """Where the checkers are, as each player counts; the one who sees the board so is named first."""
    both = zip(names, board.pip_counts, (board.mine, board.theirs), strict=True)
    return " ".join(
        _("%(name)s, %(pips)s pips: %(places)s.")
        % {"name": name, "pips": pips, "places": _places(checkers)}
        for name, pips, checkers in both
    )


def _sentence(turn: Turn, name: str) -> str:
    facts: dict[str, object] = {"name": name, "value": turn.value}
    match turn.action:
        case CubeWord.DOUBLES:
            return _("%(name)s doubles to %(value)s.") % facts
        case CubeWord.BEAVERS:
            return _("%(name)s beavers to %(value)s.") % facts
        case CubeWord.TAKES:
            return _("%(name)s takes.") % facts
        case CubeWord.DROPS:
            return _("%(name)s drops.") % facts
    if turn.dice is None:
        return _("%(name)s made an illegal play that stood.") % facts
    facts |= {"dice": _dice(turn), "play": turn.text}
    if not turn.played:
        return _("%(name)s rolls %(dice)s and resigns.") % facts
    if not turn.paths:
        return _("%(name)s rolls %(dice)s and cannot move.") % facts
    return _("%(name)s rolls %(dice)s and plays %(play)s.") % facts


def _cube_words(turn: Turn) -> str:
    match turn.action:
        case CubeWord.DOUBLES:
            return _("doubles to %(value)s") % {"value": turn.value}
        case CubeWord.BEAVERS:
            return _("beavers to %(value)s") % {"value": turn.value}
        case CubeWord.TAKES:
            return _("takes")
        case _drop:
            return _("drops")


def _played(turn: Turn) -> str:
    if not turn.played:
        return _("resigns")
    return turn.text or _("cannot move")


def _dice(turn: Turn) -> str:
    assert turn.dice is not None
    return f"{turn.dice.first}-{turn.dice.second}"


def _ending(game: ReplayedGame, name: str) -> str:
    return ngettext(
        "%(name)s wins %(points)s point.", "%(name)s wins %(points)s points.", game.points
    ) % {"name": name, "points": game.points}


def _score(game: ReplayedGame, names: Names) -> str:
    a, b = names
    facts = {"a": a, "b": b, "points_a": game.score.a, "points_b": game.score.b}
    return _("Score: %(a)s %(points_a)s, %(b)s %(points_b)s.") % facts


def _pips(frame: Frame, names: Names) -> list[str]:
    return [
        _("%(name)s has %(pips)s pips.") % {"name": name, "pips": pips}
        for name, pips in zip(names, frame.board.pip_counts, strict=True)
    ]


def _cube(frame: Frame, names: Names) -> str:
    if frame.crawford:
        return _("Crawford game: no cube.")
    if frame.cube.owner is None:
        return _("The cube is in the middle, at %(value)s.") % {"value": frame.cube.value}
    owner = _name(frame.cube.owner, names)
    return _("%(name)s has the cube, at %(value)s.") % {"name": owner, "value": frame.cube.value}


def _places(checkers: bytes) -> str:
    """``1 on the bar, 2 on 24, 5 on 6, 3 borne off``, as their player counts the points."""
    words = {BAR: _("%(checkers)s on the bar"), OFF: _("%(checkers)s borne off")}
    on_point = _("%(checkers)s on %(point)s")
    return ", ".join(
        words.get(place, on_point) % {"checkers": checkers[place], "point": place}
        for place in range(BAR, OFF - 1, -1)
        if checkers[place]
    )


def _name(side: Side, names: Names) -> str:
    return names[list(Side).index(side)]
