"""How a written game ended: what its last line, and the score after it, tell.

``Wins`` gives cube times kind. Some programs write what the winner still needed instead, and some a
number that no game brings; the score before the next game is the truth
(docs/rules.md, "Match files (.mat)").
"""

from __future__ import annotations

from dataclasses import replace

from rules_core.game import GameState, NotNow, Phase, accept_resignation, drop, resign
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, GameTerms, is_power_of_two
from rules_core.sides import Side
from rules_core.transcripts.problems import DoubleNotAnswered, GameNotPlayed, WrongPoints
from rules_core.transcripts.transcript import Win

Outcome = tuple[Side, int]
"""Who won, and how many points."""
Doubt = WrongPoints | DoubleNotAnswered | GameNotPlayed | None
"""What is odd about an end that is understood all the same."""


def ended(
    game: GameState, win: Win, told: Outcome | None, *, named: Kind | None, cube_doubtful: bool
) -> tuple[GameState, Doubt]:
    """The game, ended by whoever did not win it.

    A resignation has no word of its own in most files: the points tell what was given up.
    """
    if game.phase is Phase.OPENING:
        raise NotNow("Nobody can win a game that has not started.", phase=game.phase.value)
    if game.offer is not None and game.offer.by is win.side:
        message = "The file does not say that the double was dropped."
        return drop(game, win.side.other), DoubleNotAnswered(message)
    kind, doubt = _kind(game, win, told, named=named, cube_doubtful=cube_doubtful)
    return accept_resignation(resign(game, win.side.other, kind), win.side), doubt


def not_played(game: GameState, win: Win, told: Outcome | None) -> tuple[GameState, Doubt]:
    """A game that one player left before the first roll."""
    points = told[1] if told and told[0] is win.side else win.points
    kind = _kind_for(game.cube.value, points, _needed(game.terms, win.side, told))
    if kind is None and points is not None:
        raise _refusal(game.cube.value, win)
    result = game.cube.game_won(win.side, kind or Kind.SINGLE, GameEnd.RESIGN)
    message = "Nobody rolled in this game: it was given up before."
    return replace(game, result=result), GameNotPlayed(message)


def gives_up_the_match(game: GameState, win: Win, told: Outcome | None) -> bool:
    """Whether a file that ends here gives the winner all that was still needed, more than any game brings."""
    needed = _needed(game.terms, win.side, told)
    most = game.cube.value * Kind.BACKGAMMON.multiplier
    return needed is not None and win.points == needed > most


def falls_short(result: GameResult, terms: GameTerms, told: Outcome | None) -> bool:
    """Whether the last game of a file brings less than its winner still needed for the match."""
    needed = _needed(terms, result.winner, told)
    return needed is not None and result.points(terms.rules, terms.crawford_game) < needed


def _kind(
    game: GameState, win: Win, told: Outcome | None, *, named: Kind | None, cube_doubtful: bool
) -> tuple[Kind, Doubt]:
    cube, needed = game.cube.value, _needed(game.terms, win.side, told)
    kind = named or _kind_for(cube, win.points, needed)
    if kind is None and (cube_doubtful or win.points is None):
        kind = Kind.SINGLE
    if kind is not None:
        return kind, None
    by_score = _kind_for(cube, told[1], None) if told and told[0] is win.side else None
    doubt = _refusal(cube, win)
    if by_score is None and (told is not None or _possible(win.points)):
        raise doubt
    return by_score or _kind_for(cube, needed, needed) or Kind.SINGLE, doubt


def _kind_for(cube: int, points: int | None, needed: int | None) -> Kind | None:
    """What a game is that brings these points, or that wins a match that needs no more."""
    exact = (kind for kind in Kind if cube * kind.multiplier == points)
    capped = (kind for kind in Kind if points == needed and cube * kind.multiplier >= (needed or 0))
    return next(exact, None) or (next(capped, None) if needed else None)


def wrong_points(
    result: GameResult, win: Win, terms: GameTerms, told: Outcome | None
) -> WrongPoints | None:
    """What is wrong with the points the file gives for a finished game, if anything.

    ``explained`` among the facts: the score after it shows what the game brought, or the number
    is one that no game brings.
    """
    points = result.cube * result.kind.multiplier
    needed = _needed(terms, result.winner, told)
    fitting = {points, result.points(terms.rules, terms.crawford_game), None}
    if needed is not None and needed <= points:
        fitting.add(needed)
    if win.points in fitting:
        return None
    explained = told == (result.winner, points) or (told is None and not _possible(win.points))
    return WrongPoints(
        f"A {result.kind} with the cube at {result.cube} wins {points}, not {win.points}.",
        points=points,
        written=win.points,
        explained=explained,
    )


def _refusal(cube: int, win: Win) -> WrongPoints:
    values = ", ".join(str(cube * kind.multiplier) for kind in Kind)
    return WrongPoints(
        f"With the cube at {cube} a game is resigned for {values} points, not for {win.points}.",
        written=win.points,
    )


def _possible(points: int | None) -> bool:
    """Whether any game brings so many points: a face of the cube, once, twice or three times."""
    if not points:
        return False
    return is_power_of_two(points) or (points % 3 == 0 and is_power_of_two(points // 3))


def _needed(terms: GameTerms, side: Side, told: Outcome | None) -> int | None:
    """What the winner needed, where the match may have ended: no game follows."""
    return terms.needed.of(side) if terms.needed and told is None else None
