"""The JSON of a stage's standings, and of why an entrant stands where they stand.

The one place where it is written down: the OpenAPI schema is made from these types.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from tournaments.publishing.bracket_types import StageName

StandingsStatus = Literal["playing", "winner", "out", "withdrawn", "disqualified"]
"""Whether an entrant is still in, has won, is out, or has left the event."""


class TieBreakValue(TypedDict):
    """One tie-break of one entrant."""

    code: str
    value: float | None


class StandingsRow(TypedDict):
    """A row of the standings; shared places have ``rank_to`` above ``rank``."""

    rank: int
    rank_to: int
    pool: str | None
    entry: int
    player: int
    name: str
    played: int
    wins: int
    losses: int
    byes: int
    points_for: int
    points_against: int
    tie_breaks: list[TieBreakValue]
    separated_by: Annotated[str | None, "The tie-break that puts this row below the one above."]
    status: StandingsStatus


class BracketStandings(TypedDict):
    """The standings within a consolation or a last chance, of those who have come to it."""

    code: str
    rows: list[StandingsRow]


class StandingsContent(TypedDict):
    """What a version of the standings is a version of."""

    rows: list[StandingsRow]
    brackets: Annotated[
        list[BracketStandings],
        "Consolation and last chance, each with places of its own; ``rows`` has everybody once.",
    ]
    stages: list[StageName]


class StageStandings(StandingsContent):
    """The standings of a stage."""

    version: int


class TieBreakTerm(TypedDict):
    """One number that a tie-break is made of."""

    value: float
    round: int | None
    player: int | None
    opponent: str | None
    won: bool | None
    counts: bool
    note: str | None


class ExplainedTieBreak(TieBreakValue):
    """A tie-break with the numbers it is made of."""

    note: str | None
    terms: list[TieBreakTerm]


class EntrantAbove(TypedDict):
    """What separates an entrant from the one above."""

    player: int
    name: str
    tied_on: list[str]
    separated_by: str
    figures: Annotated[
        list[ExplainedTieBreak],
        "The tie-break that separates them: of the one above, and of this one.",
    ]


class Why(TypedDict):
    """Why an entrant stands where they stand."""

    rank: int
    player: int
    name: str
    figures: list[ExplainedTieBreak]
    above: EntrantAbove | None
