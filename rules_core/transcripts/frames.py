"""A replayed game picture by picture: the board after every turn, with what to call it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rules_core.board import Position
from rules_core.cube import Cube
from rules_core.dice import Dice
from rules_core.match import MatchRules
from rules_core.notation.xgid import Xgid, XgidOffer
from rules_core.picture import BoardPicture, Theme, board_svg
from rules_core.picture.board_svg import Arrow
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
    arrows: tuple[Arrow, ...] = ()
    """The ways of the checkers, as whoever moved them counts."""

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

    def picture(self, names: tuple[str, str], theme: Theme = Theme.LIGHT) -> BoardPicture:
        """The board with side ``a`` at the bottom."""
        by_a = self.side is not Side.B
        return BoardPicture(
            position=self.board,
            dice=self.dice,
            mine_on_roll=by_a,
            cube=None if self.crawford else self.cube.value,
            cube_is_mine=_is_a(self.cube.owner),
            names=names,
            arrows=self.arrows if by_a else (),
            their_arrows=() if by_a else self.arrows,
            theme=theme,
        )

    def svg(self, names: tuple[str, str], theme: Theme = Theme.LIGHT) -> str:
        """The same, drawn."""
        return board_svg(self.picture(names, theme))


def frames(match: Replay, game: ReplayedGame) -> tuple[Frame, ...]:
    """The board at the start of a game and after each of its turns."""
    return tuple(frame(match.rules, game, number) for number in range(len(game.turns) + 1))


def frame(rules: MatchRules, game: ReplayedGame, number: int) -> Frame:
    """The board after so many turns of a game."""
    if number == 0:
        return _start(rules, game)
    turn = game.turns[number - 1]
    # What a turn does to the cube, the next one tells.
    cube = game.turns[number].cube if number < len(game.turns) else turn.cube
    return _frame(rules, game, number, turn, cube)


def _start(rules: MatchRules, game: ReplayedGame) -> Frame:
    first = game.turns[0].cube if game.turns else Cube()
    return Frame(
        number=0,
        side=None,
        text="",
        dice=None,
        board=Position(),
        cube=first,
        crawford=game.crawford,
        xgid=_xgid(rules, game, Position(), Side.A, first),
    )


def _frame(rules: MatchRules, game: ReplayedGame, number: int, turn: Turn, cube: Cube) -> Frame:
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
        xgid=_xgid(rules, game, position, roller, turn.cube if offer else cube, offer),
        arrows=tuple(dict.fromkeys(step for path in turn.paths for step in pairwise(path.points))),
    )


def _xgid(
    rules: MatchRules,
    game: ReplayedGame,
    position: Position,
    roller: Side,
    cube: Cube,
    offer: XgidOffer | None = None,
) -> str:
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
