"""The plan a stage is drawn by. It follows from the settings, how many were drawn, and who came late."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from db.prepared import Prepared
from rules_core.draws.formats import elimination_plan, lengths_of, plan
from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, Seed, Slot, WinnerOf
from rules_core.draws.round_robin import dealt, round_robin
from rules_core.draws.seeding import seed_order
from rules_core.draws.settings import (
    EliminationSettings,
    RoundRobinSettings,
    Seeding,
    StageSettings,
)
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import seeded_lines
from tournaments.draws.history import by_list
from tournaments.models import Pairing, Stage, StageEntrant


def plan_of(stage: Stage) -> Plan:
    """The plan of a stage that has one, as it was drawn and with those who came later.

    The list of entrants is not read for it: how many were drawn says where each seed has its place.
    """
    late = _late.all(stage.pk) if stage.late_count else []
    return plan_with(stage, [place_of(entrant) for entrant in late])


_late = Prepared(
    lambda stage_id: (
        StageEntrant.objects.filter(stage=stage_id, late=True)
        .order_by("seed")
        .only("seed", "line", "pool")
    )
)


def place_of(entrant: StageEntrant) -> int:
    """Where somebody has been put: on a line of an elimination, or in a pool."""
    place = entrant.line or entrant.pool
    assert place is not None
    return place


def plan_with(stage: Stage, late: Sequence[int]) -> Plan:
    """The plan of a stage with latecomers in these places, the first of them first."""
    return _plan(
        stage.format,
        stage.drawn_count,
        tuple(late),
        json.dumps(stage.settings, sort_keys=True),
        stage.tournament.rules["length"],
    )


@lru_cache(maxsize=64)
def _plan(format_code: str, drawn: int, late: tuple[int, ...], settings: str, length: int) -> Plan:
    given = json.loads(settings)
    read = read_settings(format_code, given)
    # One that is drawn is not too large any more.
    if isinstance(read, RoundRobinSettings):
        pool_of = [*dealt(drawn, read.pools), *late]
        return round_robin(len(pool_of), read, lengths_of(read, length), pool_of=pool_of)
    if not isinstance(read, EliminationSettings):
        return plan(format_code, drawn, given, length=length)
    slots = [*seeded_lines(drawn)]
    for seed, line in enumerate(late, start=drawn + 1):
        slots[line - 1] = Seed(seed)
    return elimination_plan(slots, read, lengths_of(read, length))


def seat_by_seed(stage: Stage, entrants: Sequence[StageEntrant]) -> list[StageEntrant]:
    """Those on the list with their seed, and with their line or pool, the first seed first."""
    order = seed_order(stage.format, by_list(entrants), drawn_with(stage), seed=stage.seed)
    on_list = {entrant.number: entrant for entrant in entrants}
    seeded = [on_list[int(contender.id)] for contender in order]
    places = drawn_places(read_settings(stage.format, stage.settings), len(seeded))
    for seed, (entrant, place) in enumerate(zip(seeded, places, strict=True), start=1):
        entrant.seed = seed
        put_in(entrant, place)
    return seeded


def put_in(entrant: StageEntrant, place: int | None) -> None:
    """Give an entrant a line of an elimination, or a pool."""
    if entrant.stage.is_elimination:
        entrant.line = place
    else:
        entrant.pool = place


def drawn_places(settings: StageSettings, drawn: int) -> list[int | None]:
    """Where a draw of so many puts each seed, the first seed first; in a Swiss nowhere."""
    if isinstance(settings, EliminationSettings):
        lines = enumerate(seeded_lines(drawn), start=1)
        line_of = {slot.number: line for line, slot in lines if isinstance(slot, Seed)}
        return [line_of[seed] for seed in range(1, drawn + 1)]
    if isinstance(settings, RoundRobinSettings):
        return [*dealt(drawn, settings.pools)]
    return [None] * drawn


def drawn_with(stage: Stage) -> dict[str, Any]:
    """The settings of the draw; places earned in the stage before are the seeding."""
    return {**stage.settings, **({"seeding": Seeding.MANUAL} if stage.seeds_are_earned else {})}


def misplaced(
    stage: Stage, entrants: Sequence[StageEntrant]
) -> list[tuple[StageEntrant, int | None]]:
    """Those who were drawn and do not stand where their seed belongs, with their right place."""
    drawn = [entrant for entrant in entrants if not entrant.late]
    if len(drawn) < 2:
        return []
    places = drawn_places(read_settings(stage.format, stage.settings), len(drawn))
    return [
        (entrant, place)
        for entrant, place in zip(drawn, places, strict=True)
        if (entrant.line or entrant.pool) != place
    ]


def plan_of_rounds(stage: Stage, rows: Iterable[Pairing]) -> Plan:
    """What was paired so far, round by round: every seat has its entrant or nobody from the start."""
    places = [
        PlannedPairing(
            row.bracket, row.round, row.number, _slot(row.a_from), _slot(row.b_from), row.length
        )
        for row in rows
    ]
    return Plan(stage.size, tuple(sorted(places, key=lambda place: place.round)))


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
