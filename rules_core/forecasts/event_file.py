"""Who wins an event from here, by its event file (docs/event-file.md)."""

from __future__ import annotations

from typing import Any

from rules_core.draws.advancement import Outcome
from rules_core.draws.history import Contender
from rules_core.draws.json_forms import InputNotValid
from rules_core.forecasts.forecast import Chance, Forecast
from rules_core.forecasts.in_play import SeatedPairing, StageInPlay
from rules_core.forecasts.stage import stage_forecast
from rules_core.sides import Side

OUT = ("withdrawn", "disqualified")


def event_forecast(
    event: dict[str, Any], *, stage: int | None, runs: int, seed: str
) -> dict[str, Any]:
    """The chances of everybody in a stage as plain values, the best first."""
    drawn = [stage for stage in event["stages"] if stage["drawn_at"]]
    wanted = [one for one in drawn if stage in (None, one["number"])]
    if not wanted:
        raise InputNotValid("No such stage is drawn.", stage=stage)
    chosen = wanted[-1]
    made = stage_forecast(stage_from(event, chosen), seed=seed, runs=runs)
    names = _names(event, chosen)
    lines = [_line(made, number, name) for number, name in enumerate(names, start=1)]
    return {
        "name": f"{event['event']['name']}, {chosen['name']}",
        "stage": chosen["number"],
        "runs": made.runs,
        "seed": seed,
        "entrants": sorted(lines, key=lambda line: -line["win"]),
    }


def stage_from(event: dict[str, Any], stage: dict[str, Any]) -> StageInPlay:
    """A stage of an event file (docs/event-file.md) as it stands."""
    seed_of = {entry: seed for seed, entry in enumerate(stage["seeds"], start=1)}
    out = {entry["id"] for entry in event["entries"] if entry["status"] in OUT}
    listed = {line["entry"]: line for line in stage["drawn_from"]}
    return StageInPlay(
        format=stage["format"],
        settings=stage["settings"],
        length=event["event"]["rules"]["length"],
        contenders=[
            Contender(
                seed,
                rating=listed[entry].get("played_by", listed[entry])["rating"],
                withdrawn=entry in out,
                missed=listed[entry].get("missed"),
            )
            for entry, seed in seed_of.items()
        ],
        pairings=[_pairing(row, seed_of) for row in stage["pairings"]],
        lines=stage["lines"],
    )


def _pairing(row: dict[str, Any], seed_of: dict[int, int]) -> SeatedPairing:
    return SeatedPairing(
        key=row["key"],
        round=row["round"],
        length=row["length"],
        a=seed_of.get(row["a"]),
        b=seed_of.get(row["b"]),
        outcome=Outcome(row["outcome"]) if row["outcome"] else None,
        winner=Side(row["winner"]) if row["winner"] else None,
    )


def _names(event: dict[str, Any], stage: dict[str, Any]) -> list[str]:
    players = {player["id"]: player["name"] for player in event["players"]}
    names = {entry["id"]: players[entry["player"]] for entry in event["entries"]}
    return [names[entry] for entry in stage["seeds"]]


def _line(made: Forecast, seed: int, name: str) -> dict[str, Any]:
    # In pools the winners are those of each pool; who is in one is in no other.
    times = sum(counts.get(seed, 0) for code, counts in made.wins.items() if _is_title(code))
    win = Chance(times, made.runs)
    return {
        "seed": seed,
        "name": name,
        "win": win.value,
        "standard_error": win.standard_error,
        "qualify": made.qualifying(seed).value if made.qualified else None,
        "rounds": {
            f"{bracket}-{number}": counts[seed] / made.runs
            for (bracket, number), counts in made.reached.items()
            if seed in counts
        },
    }


def _is_title(bracket: str) -> bool:
    return bracket == "main" or bracket.startswith("pool_")
