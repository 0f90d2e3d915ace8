"""The JSON of the story of an event in figures: sent over REST, told on its page.

The one place where it is written down: the OpenAPI schema is made from these types.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict


class ReportPlace(TypedDict):
    """Somebody among the first three."""

    rank: int
    player: int
    name: str
    wins: int
    losses: int


class ReportMatch(TypedDict):
    """A finished match, as its winner sees it."""

    match: int
    stage: int
    bracket: str
    round: int
    length: int
    winner: int
    winner_name: str
    loser: int
    loser_name: str
    score: list[int] | None
    chance: Annotated[
        float | None, "Of the winner before it started; null where chances are not shown."
    ]
    minutes: int | None


class ReportComeback(ReportMatch):
    """A match that its winner had nearly lost."""

    behind: Annotated[list[int], "The winner's points and the other's when it looked worst."]
    lowest: Annotated[
        float | None, "The winner's chance at that score; null where chances are not shown."
    ]


class ReportGame(TypedDict):
    """A game that was worth much, as its winner sees it."""

    match: int
    number: int
    winner: int
    winner_name: str
    loser: int
    loser_name: str
    kind: Literal["single", "gammon", "backgammon"]
    cube: int
    points: int


class ReportGames(TypedDict):
    """The games that were recorded; many matches are reported by their score alone."""

    matches: Annotated[int, "Those of which games are recorded."]
    games: int
    gammons: int
    backgammons: int
    dropped: Annotated[int, "Games that ended with a double dropped."]
    highest_cube: Annotated[int, "The highest value a game was settled at."]
    biggest: Annotated[list[ReportGame], "Worth four points or more, the most first."]


class ReportNumbers(TypedDict):
    """Numbers of the night."""

    entrants: int
    matches: int
    points: int
    minutes: Annotated[int | None, "At the tables together, of those matches whose time is known."]


class EventReport(TypedDict):
    """The story of an event so far; the podium and the winner's way once it is over."""

    podium: list[ReportPlace]
    way: Annotated[list[ReportMatch], "The matches that the winner won, in order."]
    upsets: Annotated[list[ReportMatch], "Won against the odds, the least likely first."]
    longest: list[ReportMatch]
    closest: Annotated[list[ReportMatch], "Decided by one point, the longest matches first."]
    comebacks: Annotated[
        list[ReportComeback],
        "Of the matches with recorded games: won from the least likely score, that one first.",
    ]
    games: Annotated[ReportGames | None, "Null where no game is recorded."]
    numbers: ReportNumbers
