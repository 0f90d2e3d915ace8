"""One written game played through at the board, as far as the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules_core.cube import DeadCube
from rules_core.dice import Dice
from rules_core.errors import RulesError
from rules_core.game import (
    GameState,
    NotNow,
    Phase,
    accept_resignation,
    beaver,
    double,
    drop,
    play_as_written,
    resign,
    roll,
    take,
    throw_for_start,
)
from rules_core.kinds import Kind
from rules_core.match import CubeInCrawfordGame, GameEnd, GameResult, GameTerms
from rules_core.sides import Side
from rules_core.transcripts.problems import OpeningDouble, WrongCubeValue, WrongPoints, WrongWinner
from rules_core.transcripts.replayed import Turn
from rules_core.transcripts.transcript import Action, CubeAction, CubeWord, Roll, Win, WrittenGame

_ANSWERS = (CubeWord.TAKES, CubeWord.DROPS)

Refusal = tuple[int, RulesError]
"""The line and what is wrong there."""


class GameReplay:
    """A game as it comes out of its lines.

    The first thing against the rules stops it: what follows was played on a board that the file
    does not tell.
    """

    def __init__(self, game: WrittenGame, terms: GameTerms) -> None:
        self.state = GameState.new(terms)
        self.turns: list[Turn] = []
        self.refusal: Refusal | None = None
        self.annulled: list[Refusal] = []
        """Doubles that the rules leave without effect."""
        self._unanswered: RulesError | None = None
        self._asked: Side | None = None
        for action in game.actions:
            try:
                self._take_in(action)
            except RulesError as refusal:
                self.refusal = action.line, refusal
                break

    @property
    def result(self) -> GameResult | None:
        """The game as a match records it, if it came to its end."""
        return self.state.result

    def _take_in(self, action: Action) -> None:
        before = self.state
        match action:
            case Roll():
                self._unanswered = None
                self.state = _rolled(before, action)
            case CubeAction():
                self._turn_cube(action)
            case Win():
                self._win(action)
                return
        self.turns.append(_turn(before, self.state, action))

    def _turn_cube(self, action: CubeAction) -> None:
        answered, self._unanswered = self._unanswered, None
        if answered is not None and action.side is self._asked and action.word in _ANSWERS:
            self._answer_annulled(action, answered)
        else:
            try:
                self.state = _turned(self.state, action)
            except (DeadCube, CubeInCrawfordGame) as refusal:
                self._unanswered, self._asked = refusal, action.side.other
                self.annulled.append((action.line, refusal))

    def _answer_annulled(self, action: CubeAction, refusal: RulesError) -> None:
        """A double without effect may be taken; who drops a dead one has lost the match.

        (docs/rules.md, "Match play".) Dropping in the Crawford game is no end of it.
        """
        if action.word is CubeWord.TAKES:
            return
        if not isinstance(refusal, DeadCube):
            self.annulled.pop()
            raise refusal
        cube = self.state.cube.value
        lost = GameResult(action.side.other, cube=cube, ended_by=GameEnd.DROP)
        self.state = replace(self.state, result=lost)

    def _win(self, win: Win) -> None:
        if self.state.result is None:
            self.state = _resigned(_accepted(self.state), win, bool(self.annulled))
        result = self.state.result
        assert result is not None
        if result.winner is not win.side:
            raise WrongWinner("The file gives the game to the player who lost it.")
        points = result.cube * result.kind.multiplier
        if win.points != points and not self.annulled:
            raise WrongPoints(
                f"A {result.kind} with the cube at {result.cube} wins {points}, not {win.points}.",
                points=points,
                written=win.points,
            )


def _accepted(game: GameState) -> GameState:
    """A beaver and its kin are accepted without a word (docs/rules.md, "Match files (.mat)")."""
    offer = game.offer
    return take(game, offer.by.other) if offer is not None and offer.animals else game


def _rolled(game: GameState, written: Roll) -> GameState:
    if game.phase is Phase.OPENING:
        thrown = _opened(game, written.side, written.dice)
    else:
        thrown = roll(_accepted(game), written.side, *written.dice)
    if not written.paths and thrown.plays:
        # Only a resignation may follow: the dice stay on the board.
        return thrown
    return play_as_written(thrown, written.side, written.paths)


def _opened(game: GameState, side: Side, dice: Dice) -> GameState:
    if dice.is_double:
        raise OpeningDouble("A game does not begin with equal dice: they are thrown again.")
    higher, lower = dice.numbers
    return throw_for_start(game, *((higher, lower) if side is Side.A else (lower, higher)))


_TURNS: dict[CubeWord, Callable[[GameState, Side], GameState]] = {
    CubeWord.DOUBLES: double,
    CubeWord.BEAVERS: beaver,
    CubeWord.TAKES: take,
    CubeWord.DROPS: drop,
}


def _turned(game: GameState, action: CubeAction) -> GameState:
    turned = _TURNS[action.word](game, action.side)
    if turned.offer is not None and turned.offer.value != action.value:
        raise WrongCubeValue(
            f"The cube is turned to {turned.offer.value}, not to {action.value}.",
            value=turned.offer.value,
            written=action.value,
        )
    return turned


def _resigned(game: GameState, win: Win, cube_doubtful: bool) -> GameState:
    """A resignation has no word of its own: the points tell what was given up."""
    cube = game.cube.value
    kinds = {cube * kind.multiplier: kind for kind in Kind}
    kind = kinds.get(win.points)
    if kind is None and cube_doubtful:
        kind = Kind.SINGLE
    if kind is None:
        raise WrongPoints(
            f"With the cube at {cube} a game is resigned for {', '.join(map(str, kinds))} points,"
            f" not for {win.points}.",
            written=win.points,
        )
    if game.phase is Phase.OPENING:
        raise NotNow("Nobody can win a game that has not started.", phase=game.phase.value)
    return accept_resignation(resign(game, win.side.other, kind), win.side)


def _turn(before: GameState, after: GameState, action: Roll | CubeAction) -> Turn:
    side = action.side
    board = before.position if before.on_roll in (None, side) else before.position.swapped()
    if isinstance(action, CubeAction):
        return Turn(
            side, action.line, board, board, before.cube, action=action.word, value=action.value
        )
    played = after.dice is None
    # Once the checkers are down the board is seen by the opponent.
    moved = after.position.swapped() if played else board
    return Turn(side, action.line, board, moved, before.cube, action.dice, action.paths, played)
