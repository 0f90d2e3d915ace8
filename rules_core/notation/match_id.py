"""GNU Backgammon's Match ID: score, cube and dice in 12 characters (docs/rules.md, "Match ID").

Together with a Position ID, written before it with a colon, it is a GNUBGID.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from rules_core.board import Position
from rules_core.choices import choose_all
from rules_core.errors import RulesError
from rules_core.notation.base64_bits import bits_of, text_of
from rules_core.notation.position_id import position_id, read_position_id

_BYTES = 9
_CENTRED = 3
_FIELDS = {
    "cube_exponent": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "state": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "higher": 3,
    "lower": 3,
    "length": 15,
    "score_0": 15,
    "score_1": 15,
    "jacoby_off": 1,
}
"""Name and width of each field, from the lowest bit up."""


class InvalidMatchId(RulesError):
    """Text that names no state of a match, or a state that no Match ID can hold."""

    code = "invalid_match_id"


class MatchIdState(IntEnum):
    """Where a game stands."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo:
    """What a Match ID tells; the players are 0 and 1."""

    length: int
    """Points to win; 0 for money."""
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    owner: int | None = None
    """Who owns the cube; None while it is centred."""
    on_roll: int = 0
    """Whose roll it is, or was when the dice are thrown."""
    turn: int = 0
    """Who has to decide: the other player when doubled or asked to accept a resignation."""
    crawford: bool = False
    """This is the Crawford game."""
    state: MatchIdState = MatchIdState.PLAYING
    doubled: bool = False
    """A double waits for its answer."""
    resigned: int = 0
    """What a waiting resignation offers: 1 single, 2 gammon, 3 backgammon."""
    dice: tuple[int, int] | None = None
    """The roll, the higher number first."""
    jacoby: bool = False

    def __post_init__(self) -> None:
        choose_all(self)
        sound = (
            self.cube.bit_count() == 1
            and self.cube < 1 << 16
            and self.owner in (0, 1, None)
            and {self.on_roll, self.turn} <= {0, 1}
            and 0 <= self.resigned <= 3
            and all(0 <= number < 1 << 15 for number in (self.length, *self.score))
            and (self.dice is None or 6 >= self.dice[0] >= self.dice[1] >= 1)
        )
        if not sound:
            raise InvalidMatchId("These values do not describe a match.")


def match_id(match: MatchInfo) -> str:
    """The Match ID.

    >>> match_id(MatchInfo(length=3, on_roll=1, turn=1))
    'cAlgAAAAAAAE'
    """
    higher, lower = match.dice or (0, 0)
    values = {
        "cube_exponent": match.cube.bit_length() - 1,
        "owner": _CENTRED if match.owner is None else match.owner,
        "on_roll": match.on_roll,
        "crawford": match.crawford,
        "state": match.state,
        "turn": match.turn,
        "doubled": match.doubled,
        "resigned": match.resigned,
        "higher": higher,
        "lower": lower,
        "length": match.length,
        "score_0": match.score[0],
        "score_1": match.score[1],
        "jacoby_off": not match.jacoby,
    }
    bits, offset = 0, 0
    for name, width in _FIELDS.items():
        bits |= values[name] << offset
        offset += width
    return text_of(bits, _BYTES)


def read_match_id(text: str) -> MatchInfo:
    """The state behind a Match ID."""
    bits = bits_of(text, _BYTES)
    refusal = InvalidMatchId(f"“{text[:80]}” is no Match ID.", text=text[:80])
    if bits is None:
        raise refusal
    values = {}
    for name, width in _FIELDS.items():
        values[name] = bits & (1 << width) - 1
        bits >>= width
    dice = (max(values["higher"], values["lower"]), min(values["higher"], values["lower"]))
    if bits or values["owner"] == 2 or values["state"] not in list(MatchIdState):
        raise refusal
    return MatchInfo(
        length=values["length"],
        score=(values["score_0"], values["score_1"]),
        cube=1 << values["cube_exponent"],
        owner=None if values["owner"] == _CENTRED else values["owner"],
        on_roll=values["on_roll"],
        turn=values["turn"],
        crawford=bool(values["crawford"]),
        state=MatchIdState(values["state"]),
        doubled=bool(values["doubled"]),
        resigned=values["resigned"],
        dice=None if dice == (0, 0) else dice,
        jacoby=not values["jacoby_off"],
    )


def gnubg_id(position: Position, match: MatchInfo) -> str:
    """Board and match together.

    >>> gnubg_id(Position.start(), MatchInfo(length=3, on_roll=1, turn=1))
    '4HPwATDgc/ABMA:cAlgAAAAAAAE'
    """
    return f"{position_id(position)}:{match_id(match)}"


def read_gnubg_id(text: str) -> tuple[Position, MatchInfo]:
    """Board and match behind a GNUBGID."""
    board, _, match = text.partition(":")
    return read_position_id(board), read_match_id(match)
