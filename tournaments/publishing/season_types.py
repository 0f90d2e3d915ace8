"""The JSON of a season's table: the one place where it is written down. The OpenAPI schema is made from it."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

SeasonFormula = Literal["place", "wins", "margin", "field"]
SeasonStatus = Literal["open", "closed"]


class SeasonRulesContent(TypedDict):
    """How the points are counted."""

    formula: SeasonFormula
    places: Annotated[list[int], "By place: the points of the first, the second, …"]
    per_win: Annotated[int, "By win and by margin: the points of a win."]
    taking_part: Annotated[int, "For everybody who takes part, on top."]
    best: Annotated[int | None, "How many results count; null: all."]
    champion_first: Annotated[bool, "Nobody gets more from an event than who has won it."]
    tie_breaks: list[str]


class SeasonPlayer(TypedDict):
    """Somebody in the table."""

    player: int
    name: str


class SeasonEventContent(TypedDict):
    """An event that counts, once it is over."""

    id: int
    slug: str
    name: str
    starts_at: str
    entrants: int


class SeasonResultContent(TypedDict):
    """What a player got from one event, and why."""

    event: Annotated[int, "The `id` of one of the `events`."]
    place: int
    place_to: Annotated[int, "Above `place` where it is shared."]
    wins: int
    losses: int
    margin: Annotated[int, "By margin: the points by which matches were won, added up."]
    points: float
    own_points: Annotated[
        float, "What the formula alone gives; less than `points` if the champion was raised."
    ]
    counted: Annotated[bool, "False for a result that is dropped."]
    champion: bool
    disqualified: bool


class SeasonRowContent(SeasonPlayer):
    """A row of the table."""

    rank: int
    points: float
    all_points: Annotated[float, "With the results that are dropped."]
    events: int
    event_wins: int
    match_wins: int
    separated_by: Annotated[
        str | None, "The tie-break that puts this row below the one above; null where points do."
    ]
    results: list[SeasonResultContent]


class SeasonAward(TypedDict):
    """An award, and to whom; several where they are level."""

    code: str
    value: float
    players: list[SeasonPlayer]


class SeasonContent(TypedDict):
    """What a version of the table is a version of."""

    slug: str
    name: str
    club: str
    first_day: str
    last_day: str
    status: SeasonStatus
    rules: SeasonRulesContent
    events: list[SeasonEventContent]
    rows: list[SeasonRowContent]
    awards: Annotated[list[SeasonAward], "Given when the season is closed."]


class SeasonStandings(SeasonContent):
    """The table of a season."""

    version: int
