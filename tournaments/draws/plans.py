"""The plan a stage is drawn by. It follows from the settings and the first round alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rules_core.draws.formats import elimination_plan, lengths_of, plan
from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, Seed, Slot, WinnerOf
from rules_core.draws.round_robin import round_robin
from rules_core.draws.seeding import seed_order
from rules_core.draws.settings import EliminationSettings, RoundRobinSettings, Seeding
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import seeded_lines
from tournaments.draws.history import by_list
from tournaments.models import Pairing, Stage


def plan_of(stage: Stage) -> Plan:
    """The plan of a stage that has one, as it was drawn."""
    return _plan(
        stage.format,
        len(stage.seeds),
        tuple(stage.lines),
        json.dumps(stage.settings, sort_keys=True),
        stage.tournament.rules["length"],
    )


@lru_cache(maxsize=64)
def _plan(
    format_code: str, entrants: int, lines: tuple[int, ...], settings: str, length: int
) -> Plan:
    given = json.loads(settings)
    read = read_settings(format_code, given)
    # One that is drawn is not too large any more.
    if isinstance(read, RoundRobinSettings):
        return round_robin(entrants, read, lengths_of(read, length), pool_of=lines)
    if not isinstance(read, EliminationSettings):
        return plan(format_code, entrants, given, length=length)
    slots: list[Slot] = [Seed(seed) if seed else Bye() for seed in lines]
    return elimination_plan(slots, read, lengths_of(read, length))


def seeded_list(stage: Stage) -> list[int]:
    """Numbers on the list in the order of seeds."""
    order = seed_order(stage.format, by_list(stage), drawn_with(stage), seed=stage.seed)
    return [int(entrant.id) for entrant in order]


def drawn_with(stage: Stage) -> dict[str, Any]:
    """The settings of the draw; places earned in the stage before are the seeding."""
    return {**stage.settings, **({"seeding": Seeding.MANUAL} if stage.seeds_are_earned else {})}


def first_lines(stage: Stage, entrants: int) -> list[int]:
    """The first round of an elimination with this many entrants; other formats have no lines."""
    if not isinstance(read_settings(stage.format, stage.settings), EliminationSettings):
        return []
    return [line.number if isinstance(line, Seed) else 0 for line in seeded_lines(entrants)]


def plan_of_rounds(stage: Stage, rows: Iterable[Pairing]) -> Plan:
    """What was paired so far, round by round: every seat has its entrant or nobody from the start."""
    places = [
        PlannedPairing(
            row.bracket, row.round, row.number, _slot(row.a_from), _slot(row.b_from), row.length
        )
        for row in rows
    ]
    return Plan(len(stage.seeds), tuple(sorted(places, key=lambda place: place.round)))


def _slot(origin: str) -> Slot:
    return Seed(int(origin.removeprefix("seed:"))) if origin.startswith("seed:") else Bye()


def origin_of(slot: Slot) -> str:
    """Where a seat is filled from, as rows and the REST contract write it."""
    match slot:
        case Seed(number):
            return f"seed:{number}"
        case WinnerOf(pairing):
            return f"winner_of:{pairing}"
        case LoserOf(pairing):
            return f"loser_of:{pairing}"
        case Bye():
            return "bye"
