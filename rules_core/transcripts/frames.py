"""A replayed game picture by picture: the board after every turn, with what to call it."""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.board import Position
from rules_core.cube import Cube
from rules_core.dice import Dice
from rules_core.notation.xgid import Xgid, XgidOffer
from rules_core.picture import BoardPicture, Theme, board_svg
from rules_core.picture.words import described
from rules_core.sides import Side
from rules_core.transcripts.replayed import Replay, ReplayedGame, Turn
from rules_core.transcripts.transcript import CubeWord

_OFFERS = {CubeWord.DOUBLES: XgidOffer.DOUBLE, CubeWord.BEAVERS: XgidOffer.BEAVER}
_HIGHEST_FACE = 1 << 10


@dataclass(frozen=True, slots=True)
class Frame:
    """What is on the board once a turn is over; the first one is the start of the game."""

    number: int
    """0 is the start."""
    side: Side | None
    """Who acted; nobody at the start."""
    text: str
    """What they did: ``8/5 6/5``, ``Doubles => 2``; empty for a dance."""
    dice: Dice | None
    board: Position
    """As the file's first player, side ``a``, sees it."""
    cube: Cube
    """After the turn."""
    crawford: bool
    """No cube is in play."""
    xgid: str

    def words(self, names: tuple[str, str]) -> str:
        """The board for those who do not see it."""
        return described(
            self.board,
            names=names,
            dice=self.dice,
            mine_on_roll=self.side is not Side.B,
            cube=None if self.crawford else self.cube.value,
            cube_is_mine=_is_a(self.cube.owner),
        )

    def svg(self, names: tuple[str, str], theme: Theme = Theme.LIGHT) -> str:
        """The board with side ``a`` at the bottom."""
        return board_svg(
            BoardPicture(
                position=self.board,
                dice=self.dice,
                mine_on_roll=self.side is not Side.B,
                cube=None if self.crawford else self.cube.value,
                cube_is_mine=_is_a(self.cube.owner),
                names=names,
                theme=theme,
            )
        )


def frames(match: Replay, game: ReplayedGame) -> tuple[Frame, ...]:
    """The board at the start of a game and after each of its turns."""
    first = game.turns[0].cube if game.turns else Cube()
    start = Frame(
        number=0,
        side=None,
        text="",
        dice=None,
        board=Position(),
        cube=first,
        crawford=game.crawford,
        xgid=_xgid(match, game, Position(), Side.A, first),
    )
    after = [turn.cube for turn in game.turns[1:]]
    shown = [start]
    for number, turn in enumerate(game.turns, start=1):
        cube = after[number - 1] if number <= len(after) else turn.cube
        shown.append(_frame(match, game, number, turn, cube))
    return tuple(shown)


def _frame(match: Replay, game: ReplayedGame, number: int, turn: Turn, cube: Cube) -> Frame:
    seen = turn.after if turn.side is Side.A else turn.after.swapped()
    offer = _OFFERS.get(turn.action) if turn.action else None
    # A play passes the turn, and so does nothing that is done with the cube.
    roller = turn.side.other if turn.action is None or turn.action is CubeWord.TAKES else turn.side
    position = seen if roller is Side.A else seen.swapped()
    return Frame(
        number=number,
        side=turn.side,
        text=turn.text,
        dice=turn.dice,
        board=seen,
        cube=cube,
        crawford=game.crawford,
        xgid=_xgid(match, game, position, roller, turn.cube if offer else cube, offer),
    )


def _xgid(
    match: Replay,
    game: ReplayedGame,
    position: Position,
    roller: Side,
    cube: Cube,
    offer: XgidOffer | None = None,
) -> str:
    rules = match.rules
    return str(
        Xgid(
            position=position,
            on_roll=roller,
            cube=cube.value,
            owner=cube.owner,
            offer=offer,
            score=(game.score.a, game.score.b),
            length=rules.length,
            crawford=game.crawford,
            jacoby=rules.money and rules.jacoby,
            beavers=rules.money and rules.beavers > 0,
            max_cube=min(rules.max_cube, _HIGHEST_FACE),
        )
    )


def _is_a(owner: Side | None) -> bool | None:
    return None if owner is None else owner is Side.A
