"""The steps of a match at the board: what was done, and what a match file says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules_core.dice import Dice
from rules_core.game import actions
from rules_core.game.state import GameState
from rules_core.illegal_plays import IllegalPlay
from rules_core.kinds import Kind
from rules_core.legality import find_play
from rules_core.match import ScoreEntry, Side
from rules_core.notation.paths import Path, paths_of
from rules_core.notation.standard import read_play
from rules_core.transcripts.transcript import Action, CubeAction, CubeWord, Roll


class Step(NamedTuple):
    """One thing that somebody did."""

    name: str
    side: Side | None = None
    dice: Dice | None = None
    text: str = ""
    """A play, as it was written."""
    kind: Kind | None = None
    entry: ScoreEntry | None = None
    """What was entered around the board."""


def _dice(step: Step) -> Dice:
    assert step.dice is not None
    return step.dice


def _side(step: Step) -> Side:
    assert step.side is not None
    return step.side


def _kind(step: Step) -> Kind:
    return step.kind or Kind.SINGLE


STEPS: dict[str, Callable[[GameState, Step], GameState]] = {
    "throw": lambda game, step: actions.throw_for_start(game, *_dice(step)),
    "roll": lambda game, step: actions.roll(game, _side(step), *_dice(step)),
    "play": lambda game, step: actions.play_as_written(game, _side(step), read_play(step.text)),
    "let_stand": lambda game, step: actions.let_play_stand(game, _side(step), read_play(step.text)),
    "pass": lambda game, step: actions.pass_closed_out(game, _side(step)),
    "double": lambda game, step: actions.double(game, _side(step)),
    "beaver": lambda game, step: actions.beaver(game, _side(step)),
    "take": lambda game, step: actions.take(game, _side(step)),
    "drop": lambda game, step: actions.drop(game, _side(step)),
    "resign": lambda game, step: actions.resign(game, _side(step), _kind(step)),
    "accept": lambda game, step: actions.accept_resignation(game, _side(step)),
    "decline": lambda game, step: actions.decline_resignation(game, _side(step)),
    "rule": lambda game, step: actions.rule(game, _side(step), _kind(step)),
}
"""How each step is done; it is refused where the rules refuse it."""

_WORDS = {
    "double": CubeWord.DOUBLES,
    "beaver": CubeWord.BEAVERS,
    "take": CubeWord.TAKES,
    "drop": CubeWord.DROPS,
}


def actions_written(game: GameState, step: Step) -> Iterator[Action]:
    """What a match file says of a step: rolls with their plays, and the cube."""
    if step.name in ("play", "let_stand"):
        assert game.dice is not None
        yield Roll(_side(step), 0, game.dice, _paths(game, step))
    elif step.name == "accept" and game.dice is not None and game.on_roll is not None:
        # Dice that were thrown and not played before a resignation.
        yield Roll(game.on_roll, 0, game.dice)
    elif word := _WORDS.get(step.name):
        if word is CubeWord.TAKES and game.offer is not None and game.offer.animals:
            # Accepting a beaver goes without a word.
            return
        yield CubeAction(_side(step), 0, word)


def _paths(game: GameState, step: Step) -> tuple[Path, ...]:
    assert game.dice is not None
    paths = read_play(step.text)
    try:
        return paths_of(find_play(game.position, game.dice, paths))
    except IllegalPlay:
        return paths
