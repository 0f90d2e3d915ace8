"""eXtreme Gammon's XGID: a board and its match in one line (docs/rules.md, "XGID").

The two players are X, at the bottom, which is our side ``a``, and O, our side ``b``. The board is written as X sees it, whoever is on roll.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rules_core.board import BAR, CHECKERS, Position
from rules_core.choices import choose, choose_all
from rules_core.dice import Dice
from rules_core.errors import RulesError
from rules_core.sides import Side

_LINE = re.compile(
    r"(?:XGID=)?(?P<board>[-A-Pa-p]{26}):(?P<cube>\d{1,2}):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>00|[1-6]{2}|[DBR]):(?P<x>\d{1,5}):(?P<o>\d{1,5}):(?P<rule>[0-3])"
    r":(?P<length>\d{1,5}):(?P<most>\d{1,2})"
)
_CROWDED = "a side has more than 15 checkers, or one on the other's bar"
_TO_ROLL = "00"


class InvalidXgid(RulesError):
    """Text that is no XGID."""

    code = "invalid_xgid"


class XgidOffer(StrEnum):
    """A turn of the cube that waits for its answer."""

    DOUBLE = "D"
    BEAVER = "B"
    RACCOON = "R"


@dataclass(frozen=True, slots=True, kw_only=True)
class Xgid:
    """What an XGID tells."""

    position: Position
    """The board as the player on roll sees it."""
    on_roll: Side = Side.A
    cube: int = 1
    owner: Side | None = None
    """Who owns the cube; None while it is centred."""
    dice: Dice | None = None
    offer: XgidOffer | None = None
    score: tuple[int, int] = (0, 0)
    """X, O."""
    length: int = 0
    """Points to win; 0 for money."""
    crawford: bool = False
    """This is the Crawford game; matches only."""
    jacoby: bool = False
    """Money only."""
    beavers: bool = False
    """Money only."""
    max_cube: int = 1024

    def __post_init__(self) -> None:
        choose_all(self)
        choose(self, "owner", "owner of the cube", Side, or_none=True)
        choose(self, "offer", "offer", XgidOffer, or_none=True)

    def __str__(self) -> str:
        x_first = self.position if self.on_roll is Side.A else self.position.swapped()
        rule = self.crawford if self.length else self.jacoby + 2 * self.beavers
        fields = (
            _written_board(x_first),
            self.cube.bit_length() - 1,
            _SIGNS[self.owner],
            _SIGNS[self.on_roll],
            self.offer or ("{}{}".format(*self.dice) if self.dice else _TO_ROLL),
            *self.score,
            int(rule),
            self.length,
            self.max_cube.bit_length() - 1,
        )
        return ":".join(map(str, fields))


_SIGNS = {Side.A: 1, None: 0, Side.B: -1}
_SIDES = {str(sign): side for side, sign in _SIGNS.items()}


def read_xgid(text: str) -> Xgid:
    """What the line tells; ``XGID=`` may stand before it."""
    line = _LINE.fullmatch(text.strip())
    if line is None:
        raise InvalidXgid(
            f"“{text[:80]}” is no XGID, which has ten fields with colons between them.",
            text=text[:80],
        )
    length, rule = int(line["length"]), int(line["rule"])
    if length and rule > 1:
        raise InvalidXgid("In a match, the rule field of an XGID is 0 or 1.", rule=rule)
    on_roll = _SIDES[line["turn"]] or Side.A
    as_x = _read_board(line["board"])
    numbers = line["dice"]
    return Xgid(
        position=as_x if on_roll is Side.A else as_x.swapped(),
        on_roll=on_roll,
        cube=1 << int(line["cube"]),
        owner=_SIDES[line["owner"]],
        dice=Dice(int(numbers[0]), int(numbers[1])) if "1" <= numbers[0] <= "6" else None,
        offer=XgidOffer(numbers) if numbers in list(XgidOffer) else None,
        score=(int(line["x"]), int(line["o"])),
        length=length,
        crawford=bool(length and rule),
        jacoby=not length and rule in (1, 3),
        beavers=not length and rule in (2, 3),
        max_cube=1 << int(line["most"]),
    )


def _written_board(x_first: Position) -> str:
    places = ["-"] * (BAR + 1)
    for place in range(1, BAR + 1):
        if x_first.mine[place]:
            places[place] = _letter("A", x_first.mine[place])
        if x_first.theirs[place]:
            places[BAR - place] = _letter("a", x_first.theirs[place])
    return "".join(places)


def _letter(first: str, checkers: int) -> str:
    return chr(ord(first) + checkers - 1)


def _read_board(text: str) -> Position:
    x = {place: _checkers(letter) for place, letter in enumerate(text) if letter.isupper()}
    o = {BAR - place: _checkers(letter) for place, letter in enumerate(text) if letter.islower()}
    if 0 in x or 0 in o or max(sum(x.values()), sum(o.values())) > CHECKERS:
        raise InvalidXgid(f"This is no board: {_CROWDED}.", board=text)
    return Position.of(x, o)


def _checkers(letter: str) -> int:
    return ord(letter.lower()) - ord("a") + 1
