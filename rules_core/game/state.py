"""A game at the board (docs/rules.md, "Moving", "The cube", "End of a game")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_core.board import Position
from rules_core.choices import check_choice
from rules_core.cube import CENTRED, Cube, Offer
from rules_core.dice import Dice
from rules_core.kinds import Kind
from rules_core.match import GameResult, GameTerms, Score, Side
from rules_core.plays import Play, legal_plays
from rules_core.sides import NO_POINTS


class Phase(StrEnum):
    """What the game is waiting for."""

    OPENING = "opening"
    """One die of each side, to see who starts."""
    TO_ROLL = "to_roll"
    """The side on roll: its dice, or a double before them."""
    TO_PLAY = "to_play"
    """The side on roll: the play of its dice."""
    DOUBLED = "doubled"
    """The answer to a turned cube."""
    RESIGNING = "resigning"
    """The answer to a resignation."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to lose the game at once."""

    by: Side
    kind: Kind

    def __post_init__(self) -> None:
        check_choice("side", self.by, Side)
        check_choice("kind", self.kind, Kind)


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that decides how a game may go on.

    Make one with ``GameState.new`` and go on with the functions of ``rules_core.game``.
    """

    terms: GameTerms
    position: Position
    """As the side on roll sees it."""
    on_roll: Side | None = None
    """Whose turn it is; nobody's until the opening dice have told."""
    dice: Dice | None = None
    """Thrown and not yet played."""
    cube: Cube = CENTRED
    offer: Offer | None = None
    """A turned cube that waits for its answer."""
    resignation: Resignation | None = None
    rolls: Score = NO_POINTS
    """How many rolls each side has played."""
    result: GameResult | None = None
    """The finished game, as a match records it."""

    @classmethod
    def new(cls, terms: GameTerms) -> GameState:
        """A game before its opening dice."""
        return cls(terms, Position.start())

    @property
    def phase(self) -> Phase:
        """What the game is waiting for."""
        waiting = (
            (self.result, Phase.OVER),
            (self.resignation, Phase.RESIGNING),
            (self.offer, Phase.DOUBLED),
            (self.dice, Phase.TO_PLAY),
            (self.on_roll, Phase.TO_ROLL),
        )
        return next((phase for what, phase in waiting if what is not None), Phase.OPENING)

    @property
    def to_act(self) -> Side | None:
        """The one side that must act now; nobody, or both, at the opening and at the end."""
        if self.result is not None:
            return None
        if self.resignation is not None:
            return self.resignation.by.other
        if self.offer is not None:
            return self.offer.by.other
        return self.on_roll

    @property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays of the dice on the board; none before they are thrown."""
        return legal_plays(self.position, self.dice) if self.dice else ()
