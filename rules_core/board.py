"""Where the checkers stand (docs/rules.md, "Board and notation").

A side is 26 bytes: how many checkers it has off the board [0], on the points as it counts them
from its own home [1]–[24], and on the bar [25]. Each side counts from its own home, so point *p*
of one is point ``25 - p`` of the other, and passing the turn is exchanging the two sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from rules_core.dice import Thrown, dice_of
from rules_core.errors import RulesError
from rules_core.kinds import Kind

if TYPE_CHECKING:
    from rules_core.cube import Cube
    from rules_core.notation.standard import SaidPlay
    from rules_core.plays import Play

OFF = 0
BAR = 25
CHECKERS = 15
HOME = 6
"""The home board is the points 1 to 6."""

PLACES = BAR + 1
"""Where a checker can be: off, on a point, on the bar."""
POINTS = (1 << BAR) - 2
"""The 24 points as a mask."""

START = {24: 2, 13: 5, 8: 3, 6: 5}
START_SIDE = bytes(START.get(place, 0) for place in range(PLACES))
"""A side at the start of a game."""


class ImpossiblePosition(RulesError):
    """Checkers that cannot stand like this on a board."""

    code = "impossible_position"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Both sides' checkers as the player on roll sees them."""

    mine: bytes = START_SIDE
    """The player on roll."""
    theirs: bytes = START_SIDE
    """The other player, counted from that player's own home."""

    def __post_init__(self) -> None:
        for side in (self.mine, self.theirs):
            if not isinstance(side, bytes) or len(side) != PLACES or sum(side) != CHECKERS:
                raise _impossible_side(side)
        if shared := self.held & self.held_by_opponent & POINTS:
            point = shared.bit_length() - 1
            raise ImpossiblePosition(
                f"Both sides have checkers on point {point}; only one can hold it.", point=point
            )

    @classmethod
    def of(cls, mine: Mapping[int, int], theirs: Mapping[int, int]) -> Position:
        """A position from ``{point: checkers}``, 25 being the bar; whatever is not named is borne off.

        >>> Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}) == Position.start()
        True
        """
        return cls(_side(mine), _side(theirs))

    @classmethod
    def start(cls) -> Position:
        """The position in which every game begins."""
        return cls()

    def __repr__(self) -> str:
        return f"Position.of({_on_board(self.mine)}, {_on_board(self.theirs)})"

    @property
    def held(self) -> int:
        """Where the player on roll has checkers, as a mask: bit *p* is point *p*."""
        return mask(self.mine[::-1], _ANY)

    @property
    def held_by_opponent(self) -> int:
        """Where the other player has checkers, as the player on roll counts the points."""
        return mask(self.theirs, _ANY)

    @property
    def packed(self) -> int:
        """The board as one number, a byte a place, in which moving a checker is an addition."""
        return int.from_bytes(self.mine + self.theirs, "little")

    # What follows is written in modules that know the board; they are looked up when asked for.

    @classmethod
    def from_id(cls, text: str) -> Position:
        """The board behind a Position ID, a GNUBGID or an XGID."""
        from rules_core.notation.match_id import read_gnubg_id
        from rules_core.notation.position_id import read_position_id
        from rules_core.notation.xgid import read_xgid

        if text.count(":") > 1:
            return read_xgid(text).position
        return read_gnubg_id(text)[0] if ":" in text else read_position_id(text)

    @property
    def id(self) -> str:
        """GNU Backgammon's Position ID."""
        from rules_core.notation.position_id import position_id

        return position_id(self)

    @property
    def position_id(self) -> str:
        """The same by its whole name, as a game calls it."""
        return self.id

    def plays(self, first: int | Thrown, second: int | None = None) -> tuple[Play, ...]:
        """Every distinct result of a roll, once; none at all if no number can be played."""
        from rules_core.plays import legal_plays

        return legal_plays(self, dice_of(first, second))

    @overload
    def find_play(self, first: int, second: int, play: SaidPlay) -> Play: ...

    @overload
    def find_play(self, first: Thrown, second: SaidPlay) -> Play: ...

    def find_play(
        self, first: int | Thrown, second: int | SaidPlay, play: SaidPlay | None = None
    ) -> Play:
        """The legal play that is written like ``8/5 6/5``; if it is none, the rule it breaks."""
        from rules_core.legality import find_play
        from rules_core.notation.standard import play_text, read_play

        if isinstance(second, int):
            return find_play(self, dice_of(first, second), read_play(play_text(play or "")))
        return find_play(self, dice_of(first), read_play(play_text(second)))

    @overload
    def play(self, first: int, second: int, play: SaidPlay) -> Position: ...

    @overload
    def play(self, first: Thrown, second: SaidPlay) -> Position: ...

    def play(
        self, first: int | Thrown, second: int | SaidPlay, play: SaidPlay | None = None
    ) -> Position:
        """The board after that play, with the other player on roll."""
        if isinstance(second, int):
            return self.find_play(dice_of(first, second), play or "").after
        return self.find_play(dice_of(first), second).after

    def __str__(self) -> str:
        from rules_core.notation.diagram import draw

        return draw(self)

    def svg(
        self,
        *,
        dice: Thrown | None = None,
        cube: int | Cube | None = None,
        cube_is_mine: bool | None = None,
        names: tuple[str, str] = ("", ""),
        score: tuple[int, int] | None = None,
        length: int = 0,
        arrows: SaidPlay = "",
        theme: str = "light",
    ) -> str:
        """The board as SVG, the player on roll at the bottom; ``arrows`` shows a play."""
        from rules_core.choices import chosen
        from rules_core.cube import Cube
        from rules_core.notation.standard import play_text, read_play
        from rules_core.picture import BoardPicture, Theme, board_svg

        shown = cube if cube is None or isinstance(cube, Cube) else Cube(cube)
        paths = read_play(play_text(arrows))

        return board_svg(
            BoardPicture(
                position=self,
                dice=dice_of(dice) if dice else None,
                cube=shown.value if shown else None,
                cube_is_mine=cube_is_mine,
                names=names,
                score=score,
                length=length,
                arrows=tuple((path.source, path.target) for path in paths),
                theme=chosen("theme", theme, Theme),
            )
        )

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def swapped(self) -> Position:
        """The same board with the other player on roll."""
        return Position(self.theirs, self.mine)

    @property
    def pip_counts(self) -> tuple[int, int]:
        """The pips each side has still to move: the player on roll, the other.

        >>> Position.start().pip_counts
        (167, 167)
        """
        return _pips(self.mine), _pips(self.theirs)

    @property
    def borne_off(self) -> tuple[int, int]:
        """Checkers each side has borne off: the player on roll, the other."""
        return self.mine[OFF], self.theirs[OFF]

    @property
    def closed_out(self) -> bool:
        """The player on roll is on the bar against a closed board: no roll enters."""
        return self.mine[BAR] > 0 and all(made > 1 for made in self.theirs[1 : HOME + 1])

    @property
    def kind(self) -> Kind | None:
        """How the game was won; None while it goes on (docs/rules.md, "End of a game")."""
        if self.mine[OFF] == CHECKERS:
            return _kind_lost_by(self.theirs)
        if self.theirs[OFF] == CHECKERS:
            return _kind_lost_by(self.mine)
        return None


_ANY = b"0" + b"1" * 255


def mask(side: bytes, numbers: bytes) -> int:
    """The places with certain numbers of checkers as bits; ``numbers`` translates them to 0 and 1.

    The first byte becomes the highest bit. That turns the other player's points round to the
    count of the player on roll, whose own side has to be reversed first.
    """
    return int(side.translate(numbers), 2)


def _impossible_side(side: object) -> ImpossiblePosition:
    has = f"A side has {CHECKERS} checkers in all, on 24 points, the bar and off the board"
    if isinstance(side, bytes):
        return ImpossiblePosition(f"{has}.", checkers=sum(side))
    return ImpossiblePosition(
        f"{has}: write Position.of({{6: 5, …}}, {{…}}) by points, or Position.from_id(“…”)."
    )


def _side(points: Mapping[int, int]) -> bytes:
    side = [points.get(point, 0) for point in range(BAR + 1)]
    if OFF not in points:
        side[OFF] = CHECKERS - sum(side)
    if len(points.keys() - range(BAR + 1)) or min(side) < 0 or max(side) > CHECKERS:
        raise ImpossiblePosition(
            "Checkers stand on the points 1 to 24 or on the bar, 25; a side has 15 of them.",
            points=dict(points),
        )
    return bytes(side)


def _on_board(side: bytes) -> dict[int, int]:
    return {point: side[point] for point in range(BAR, OFF, -1) if side[point]}


def _pips(side: bytes) -> int:
    return sum(point * checkers for point, checkers in enumerate(side))


def _kind_lost_by(loser: bytes) -> Kind:
    if loser[OFF]:
        return Kind.SINGLE
    # The winner's home board is the loser's points 19 to 24; the bar lies behind it.
    behind = sum(loser[BAR - HOME :])
    return Kind.BACKGAMMON if behind else Kind.GAMMON
