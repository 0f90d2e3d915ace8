"""A game at the board (docs/rules.md, "Moving", "The cube", "End of a game")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules_core.board import Position
from rules_core.choices import choose, chosen
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
        choose(self, "by", "side", Side)
        choose(self, "kind", "kind", Kind)


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

    # What follows is written in modules that know the game; they are looked up when asked for.

    @classmethod
    def from_id(cls, text: str) -> GameState:
        """The game behind a GNUBGID or an XGID; of a Position ID, a game for money with side ``a`` on roll."""
        from rules_core.game import ids
        from rules_core.notation.match_id import read_gnubg_id
        from rules_core.notation.position_id import read_position_id
        from rules_core.notation.xgid import read_xgid

        if text.count(":") > 1:
            return ids.from_xgid(read_xgid(text))
        if ":" in text:
            return ids.from_match_info(*read_gnubg_id(text))
        return ids.from_position(read_position_id(text))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameState:
        """The game that ``to_json`` wrote."""
        from rules_core.game.json_form import game_from_json
        from rules_core.unreadable_json import reading

        with reading("game"):
            return game_from_json(data)

    def to_json(self) -> dict[str, Any]:
        """As plain values, for storing; ``from_json`` gives the same game back."""
        from rules_core.game.json_form import game_to_json

        return game_to_json(self)

    @property
    def position_id(self) -> str:
        """GNU Backgammon's name for the board, as the side on roll sees it."""
        return self.position.id

    @property
    def match_id(self) -> str:
        """GNU Backgammon's name for the match around the board: score, cube and dice."""
        from rules_core.game.ids import match_info
        from rules_core.notation.match_id import match_id

        return match_id(match_info(self))

    @property
    def gnubg_id(self) -> str:
        """GNU Backgammon's name for the board and the match around it."""
        from rules_core.game.ids import match_info
        from rules_core.notation.match_id import gnubg_id

        return gnubg_id(self.position, match_info(self))

    @property
    def xgid(self) -> str:
        """The same in the words of eXtreme Gammon."""
        from rules_core.game.ids import xgid

        return str(xgid(self))

    @property
    def board(self) -> Position:
        """The board as side ``a`` sees it, whoever is on roll."""
        return self.position if self.on_roll in (None, Side.A) else self.position.swapped()

    def __str__(self) -> str:
        """The board as side ``a``, X, sees it."""
        from rules_core.notation.diagram import draw

        return draw(self.board, x_on_roll=self.on_roll is not Side.B)

    def svg(self, *, theme: str = "light", names: tuple[str, str] = ("", "")) -> str:
        """The board with side ``a`` at the bottom, as SVG."""
        from rules_core.picture import BoardPicture, Theme, board_svg

        cube = self.offer.cube if self.offer else self.cube
        return board_svg(
            BoardPicture(
                position=self.board,
                dice=self.dice,
                mine_on_roll=self.on_roll is not Side.B,
                cube=None if self.terms.crawford_game else cube.value,
                cube_is_mine=None if cube.owner is None else cube.owner is Side.A,
                names=names,
                theme=chosen("theme", theme, Theme),
            )
        )

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

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
