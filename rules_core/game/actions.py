"""All that can be done in a game: each function gives the next state, or refuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_core.board import Position
from rules_core.choices import chosen
from rules_core.cube import Offer
from rules_core.dice import checked_dice
from rules_core.game.refusals import NotClosedOut, NotNow, NotYourTurn
from rules_core.game.state import GameState, Phase, Resignation
from rules_core.illegal_plays import IllegalPlay
from rules_core.kinds import Kind
from rules_core.legality import find_play
from rules_core.let_stand import let_stand
from rules_core.match import GameEnd, Side
from rules_core.notation.paths import Path


def throw_for_start(game: GameState, a: int, b: int) -> GameState:
    """One die each: the higher starts and plays both numbers; equal ones are thrown again.

    Equal dice turn the cube where automatic doubles are agreed on (docs/rules.md, "Moving").
    """
    _expect(game, Phase.OPENING)
    dice = checked_dice(a, b)
    if dice.is_double:
        return replace(game, cube=game.cube.after_equal_dice(game.terms))
    return replace(game, on_roll=Side.A if a > b else Side.B, dice=dice)


def roll(game: GameState, side: Side, first: int, second: int) -> GameState:
    """Both dice, by the side on roll."""
    _expect(game, Phase.TO_ROLL, side)
    return replace(game, dice=checked_dice(first, second))


def play(game: GameState, side: Side, after: Position | None) -> GameState:
    """The play that leads to ``after`` (the opponent on roll), or ``None`` if there is none."""
    _expect(game, Phase.TO_PLAY, side)
    return _played(game, _checked_play(game, after))


def play_as_written(game: GameState, side: Side, paths: Sequence[Path]) -> GameState:
    """The play that somebody wrote down; no paths if there is none.

    What is no legal play names the rule that it breaks.
    """
    _expect(game, Phase.TO_PLAY, side)
    assert game.dice is not None
    return _played(game, find_play(game.position, game.dice, paths).after)


def let_play_stand(game: GameState, side: Side, paths: Sequence[Path]) -> GameState:
    """A play as it was made, legal or not, once the opponent has let it stand.

    (docs/rules.md, "Irregularities".)
    """
    _expect(game, Phase.TO_PLAY, side)
    return _played(game, let_stand(game.position, paths))


def pass_closed_out(game: GameState, side: Side) -> GameState:
    """The turn of a player on the bar against a closed board, who need not roll.

    (docs/rules.md, "Moving".) The player may still double first.
    """
    _expect(game, Phase.TO_ROLL, side)
    if not game.position.closed_out:
        raise NotClosedOut("A roll that may enter a checker has to be thrown.")
    return _played(game, game.position.swapped())


def _played(game: GameState, reached: Position) -> GameState:
    side = game.on_roll
    assert side is not None
    played = replace(
        game,
        position=reached,
        on_roll=side.other,
        dice=None,
        rolls=game.rolls.plus(side, 1),
    )
    return _won(played, side, reached.kind, GameEnd.PLAY) if reached.kind else played


def _checked_play(game: GameState, after: Position | None) -> Position:
    legal = [way.after for way in game.plays]
    if not legal and after is None:
        return game.position.swapped()
    if after in legal:
        return after
    raise IllegalPlay(
        f"These dice allow {len(legal)} plays, and this is none of them."
        if legal
        else "No number can be played; the turn passes without a play.",
        dice=game.dice,
        plays=len(legal),
    )


def double(game: GameState, side: Side) -> GameState:
    """Turn the cube, before rolling (docs/rules.md, "The cube")."""
    _expect(game, Phase.TO_ROLL, side)
    return replace(game, offer=game.cube.doubled(side, game.terms, game.rolls))


def beaver(game: GameState, side: Side) -> GameState:
    """Turn the cube once more at once: a beaver, or a raccoon or an otter in answer to one."""
    return replace(game, offer=_offer_to(game, side).turned_again(game.terms))


def take(game: GameState, side: Side) -> GameState:
    """Play on for the value the cube was turned to; after a beaver, this accepts it."""
    return replace(game, cube=_offer_to(game, side).taken(), offer=None)


def drop(game: GameState, side: Side) -> GameState:
    """Give up the game for what it was worth before this turn of the cube."""
    offer = _offer_to(game, side)
    dropped = replace(game, cube=offer.cube, offer=None)
    return _won(dropped, offer.by, Kind.SINGLE, GameEnd.DROP)


def _offer_to(game: GameState, side: Side) -> Offer:
    offer = _expect(game, Phase.DOUBLED, side).offer
    assert offer is not None
    return offer


def resign(game: GameState, side: Side, kind: Kind) -> GameState:
    """Offer to lose the game at once, as a single, a gammon or a backgammon.

    Either side may, unless a turned cube waits for its answer: that comes first, since it
    decides what there is to lose.
    """
    if game.phase not in (Phase.TO_ROLL, Phase.TO_PLAY):
        raise _not_now(game)
    return replace(game, resignation=Resignation(side, kind))


def accept_resignation(game: GameState, side: Side) -> GameState:
    """Win the game as the opponent offers to lose it."""
    resignation = _expect(game, Phase.RESIGNING, side).resignation
    assert resignation is not None
    agreed = replace(game, resignation=None)
    return _won(agreed, side, resignation.kind, GameEnd.RESIGN)


def decline_resignation(game: GameState, side: Side) -> GameState:
    """Play on, since there may be more to win."""
    return replace(_expect(game, Phase.RESIGNING, side), resignation=None)


def rule(game: GameState, winner: Side, kind: Kind) -> GameState:
    """End the game by a ruling, at the value the cube was last agreed on."""
    if game.phase is Phase.OVER:
        raise _not_now(game)
    stopped = replace(game, offer=None, resignation=None)
    return _won(stopped, winner, kind, GameEnd.RULING)


def _won(game: GameState, winner: Side, kind: Kind, ended_by: GameEnd) -> GameState:
    return replace(game, result=game.cube.game_won(winner, kind, ended_by))


def _expect(game: GameState, phase: Phase, side: Side | None = None) -> GameState:
    """The game, if it waits for this and for this side."""
    if game.phase is not phase:
        raise _not_now(game)
    if side is not None:
        chosen("side", side, Side)
    if side != game.to_act:
        raise NotYourTurn("It is the other side's turn.", to_act=str(game.to_act))
    return game


_WAITING_FOR = {
    Phase.OPENING: "The game begins with one die of each side.",
    Phase.TO_ROLL: "The side on roll throws its dice, or doubles, first.",
    Phase.TO_PLAY: "The dice are thrown and must be played first.",
    Phase.DOUBLED: "The cube has been turned and must be answered first.",
    Phase.RESIGNING: "A resignation is offered and must be answered first.",
    Phase.OVER: "The game is over.",
}


def _not_now(game: GameState) -> NotNow:
    return NotNow(_WAITING_FOR[game.phase], phase=game.phase.value)
