"""The JSON of a stage's bracket: kept in its snapshot, sent over REST, shown on pages and paper.

The one place where it is written down: the OpenAPI schema is made from these types.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, get_args

from matches.winning_chances import MatchChances

PublishedStatus = Literal[
    "waiting",
    "ready",
    "called",
    "playing",
    "reported",
    "disputed",
    "finished",
    "bye",
    "walkover",
    "void",
]
"""How far a pairing has come: that of its match once there is one."""

SideName = Literal["a", "b"]
SIDE_NAMES: tuple[SideName, ...] = get_args(SideName)

EnglishName = Annotated[
    str, "In English, whatever language is asked for; pages show it in the reader's."
]

# In the other notation, since ``from`` is a word of Python's.
PairingSide = TypedDict(
    "PairingSide",
    {
        "entry": int | None,
        "player": int | None,
        "name": str | None,
        "seed": int | None,
        "from": Annotated[
            str, "``seed:3``, ``winner_of:main-1-2``, ``loser_of:main-1-2``, ``bye``."
        ],
    },
)
PairingSide.__doc__ = "One side of a pairing, or where it will come from."


class BracketPairing(TypedDict):
    """A pairing in a bracket."""

    id: int
    key: str
    number: int
    a: PairingSide
    b: PairingSide
    match: int | None
    status: PublishedStatus
    score: list[int] | None
    winner: SideName | None
    table: int | None
    since: Annotated[
        str | None,
        "When it was started, or called if nobody said so; null where it is not going on.",
    ]
    minutes: Annotated[
        int | None, "How long it took at its table; null before its end, and where nobody knows."
    ]
    chances: Annotated[
        MatchChances | None,
        "Null where a side is not known yet or nothing is played, in matches longer than the equity"
        " table, and where the event does not show chances.",
    ]


class BracketRound(TypedDict):
    """A round of a bracket."""

    number: int
    name: EnglishName
    length: int
    pairings: list[BracketPairing]
    paired_before_correction: Annotated[
        bool, "A Swiss round that stands although an earlier result was given to somebody else."
    ]


class Bracket(TypedDict):
    """One of the brackets of a stage."""

    code: str
    name: EnglishName
    rounds: list[BracketRound]


class StageName(TypedDict):
    """A stage of the event, to find one's way."""

    number: int
    name: str


class BracketContent(TypedDict):
    """What a version of the bracket is a version of."""

    format: str
    brackets: list[Bracket]
    stages: list[StageName]


class StageBracket(BracketContent):
    """All brackets of a stage."""

    version: int
