"""The JSON of a stage's forecast: kept with it, sent over REST. The schema is made from these types.

It has no names: these are those of the standings, and whoever is anonymised is so there.
"""

from __future__ import annotations

from typing import Annotated, TypedDict


class RoundChance(TypedDict):
    """The chance of coming as far as a round."""

    bracket: str
    round: int
    chance: float


class BracketChance(TypedDict):
    """The chance of winning a bracket beside the main one."""

    bracket: str
    chance: float


class EntrantChances(TypedDict):
    """The chances of one entrant."""

    entry: int
    player: int
    win: Annotated[float, "Of winning the stage; in pools, the own pool."]
    standard_error: Annotated[float, "How far ``win`` may be off for being counted in runs."]
    qualify: Annotated[float | None, "Of going on to the next stage, where a table decides it."]
    rounds: list[RoundChance]
    brackets: list[BracketChance]


class StageForecastContent(TypedDict):
    """The chances of everybody in a stage, the best first."""

    version: Annotated[
        int, "Of the stage that it was made from; 0 and nobody in it where there is none."
    ]
    runs: int
    seed: Annotated[str, "The same stage and seed give the same figures."]
    made_at: str | None
    entrants: list[EntrantChances]


NO_FORECAST: StageForecastContent = {
    "version": 0,
    "runs": 0,
    "seed": "",
    "made_at": None,
    "entrants": [],
}
