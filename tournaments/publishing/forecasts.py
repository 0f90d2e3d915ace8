"""What is published of a forecast, and how a page shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypedDict, cast

from rules_core.forecasts.forecast import Chance, Forecast
from tournaments.models import StageEntrant, StageForecast
from tournaments.publishing import round_names
from tournaments.publishing.forecast_types import (
    NO_FORECAST,
    EntrantChances,
    StageForecastContent,
)
from tournaments.publishing.standings_types import StandingsRow

DIGITS = 4


def forecast_content(
    made: Forecast,
    entrants: Sequence[StageEntrant],
    *,
    version: int,
    seed: str,
    made_at: datetime,
) -> StageForecastContent:
    """A forecast as it is kept and sent; ``entrants`` with their entries."""
    lines = [_entrant(made, entrant) for entrant in entrants]
    return {
        "version": version,
        "runs": made.runs,
        "seed": seed,
        "made_at": made_at.isoformat(),
        "entrants": sorted(lines, key=lambda line: -line["win"]),
    }


def forecast_in(forecast: StageForecast | None) -> StageForecastContent:
    """A forecast as last made; nobody in it before the first time."""
    if forecast is None or not forecast.content:
        return NO_FORECAST
    return cast("StageForecastContent", json.loads(forecast.content))


def _entrant(made: Forecast, entrant: StageEntrant) -> EntrantChances:
    seed = entrant.seed
    win = Chance(
        sum(counts.get(seed, 0) for code, counts in made.wins.items() if _is_title(code)), made.runs
    )
    return {
        "entry": entrant.entry_id,
        "player": entrant.entry.player_id,
        "win": round(win.value, DIGITS),
        "standard_error": round(win.standard_error, DIGITS),
        "qualify": round(made.qualifying(seed).value, DIGITS) if made.qualified else None,
        "rounds": [
            {"bracket": bracket, "round": number, "chance": round(counts[seed] / made.runs, DIGITS)}
            for (bracket, number), counts in made.reached.items()
            if seed in counts
        ],
        "brackets": [
            {"bracket": code, "chance": round(counts[seed] / made.runs, DIGITS)}
            for code, counts in made.wins.items()
            if seed in counts and not _is_title(code)
        ],
    }


def _is_title(code: str) -> bool:
    """In pools everybody is in one, and wins that or none."""
    return code == "main" or code.startswith("pool_")


class ShownChances(TypedDict):
    """A line of the page: an entrant with the chances of each round that has a column."""

    entry: int
    player: int
    name: str
    win: float
    standard_error: float
    qualify: float | None
    rounds: list[tuple[str, float | None]]
    """Each with its name."""


class ShownForecast(TypedDict):
    """A forecast as a page shows it: those who can still win first."""

    columns: list[str]
    lines: list[ShownChances]
    runs: int
    made_at: datetime | None
    qualifies: bool


def shown_forecast(
    content: StageForecastContent, rows: Sequence[StandingsRow], format_code: str
) -> ShownForecast:
    """With the names of the standings; whoever is not in these any more is left out."""
    names = {row["entry"]: row["name"] for row in rows}
    rounds = _columns(content)
    last = max(rounds, default=0)
    columns = {
        number: round_names.round_name(format_code, "main", number, last).translated
        for number in rounds
    }
    return {
        "columns": list(columns.values()),
        "lines": [
            _line(one, names[one["entry"]], columns)
            for one in content["entrants"]
            if one["entry"] in names
        ],
        "runs": content["runs"],
        "made_at": datetime.fromisoformat(content["made_at"]) if content["made_at"] else None,
        "qualifies": any(one["qualify"] is not None for one in content["entrants"]),
    }


def _columns(content: StageForecastContent) -> list[int]:
    """Rounds of the main bracket that not everybody who is still in has come to."""
    found: dict[int, bool] = {}
    for one in content["entrants"]:
        for reached in one["rounds"]:
            if reached["bracket"] == "main":
                open_still = 0 < reached["chance"] < 1
                found[reached["round"]] = found.get(reached["round"], False) or open_still
    return sorted(number for number, is_open in found.items() if is_open)


def _line(one: EntrantChances, name: str, columns: Mapping[int, str]) -> ShownChances:
    reached: Mapping[int, float] = {
        place["round"]: place["chance"] for place in one["rounds"] if place["bracket"] == "main"
    }
    return {
        "entry": one["entry"],
        "player": one["player"],
        "name": name,
        "win": one["win"],
        "standard_error": one["standard_error"],
        "qualify": one["qualify"],
        "rounds": [(named, reached.get(number)) for number, named in columns.items()],
    }
