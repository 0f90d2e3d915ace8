"""Swiss and round robin: tables by tie-breaks, one for each pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules_core.draws.round_robin import pool_order
from rules_core.draws.settings import RoundRobinSettings, StageSettings, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.standings.table import ROUND_ROBIN, SWISS, Row, table
from tournaments.draws.history import by_seed, rounds, seed_numbers
from tournaments.models import Entry, Pairing, Stage, StageEntrant
from tournaments.publishing.standings.leavers import left_as
from tournaments.publishing.standings_types import StandingsRow, StandingsStatus
from tournaments.selectors import entrants_with_players


def table_rows(stage: Stage, pairings: Sequence[Pairing]) -> list[StandingsRow]:
    """All tables, one pool after the other."""
    entrants = entrants_with_players(stage)
    entry_of = {entrant.seed: entrant.entry for entrant in entrants}
    settings = read_settings(stage.format, stage.settings)
    return [
        _line(row, entry_of[int(row.entrant)], pool, stage, settings)
        for pool, rows in tables(stage, entrants, pairings).items()
        for row in rows
    ]


def tables(
    stage: Stage, entrants: Sequence[StageEntrant], pairings: Sequence[Pairing]
) -> dict[str, tuple[Row, ...]]:
    """The table of each pool, by the code of its bracket, the first pool first.

    ``entrants`` are those of the stage by seed, with their entries.
    """
    settings = read_settings(stage.format, stage.settings)
    contenders = by_seed(entrants)
    swiss = isinstance(settings, SwissSettings)
    everybody = {entrant.seed for entrant in entrants}
    members = {"main": everybody} if swiss else _members(entrants, pairings)
    return {
        pool: table(
            [contenders[seed - 1] for seed in sorted(seeds)],
            rounds(entrants, [row for row in pairings if row.bracket == pool]),
            seed=stage.seed,
            tie_breaks=settings.tie_breaks or (SWISS if swiss else ROUND_ROBIN),
            byes_count=swiss,
            **_of_swiss(settings),
            by_hand=[seed for seed in _by_hand(entrants) if seed in seeds],
        )
        for pool, seeds in sorted(members.items(), key=lambda item: pool_order(item[0]))
    }


def _of_swiss(settings: StageSettings) -> dict[str, Any]:
    if not isinstance(settings, SwissSettings):
        return {}
    return {"late_entry": settings.late_entry, "lives": settings.lives}


def _members(entrants: Iterable[StageEntrant], pairings: Iterable[Pairing]) -> dict[str, set[int]]:
    """Seed numbers by pool."""
    seed_of = seed_numbers(entrants)
    pools: dict[str, set[int]] = {}
    for row in pairings:
        seated = {seed_of[entry] for entry in (row.a_id, row.b_id) if entry}
        pools.setdefault(row.bracket, set()).update(seated)
    return pools


def _by_hand(entrants: Iterable[StageEntrant]) -> list[int]:
    """Seed numbers of those whom the director placed, in that order."""
    placed = {e.place_by_hand: e.seed for e in entrants if e.place_by_hand is not None}
    return [placed[place] for place in sorted(placed)]


def _line(row: Row, entry: Entry, pool: str, stage: Stage, settings: StageSettings) -> StandingsRow:
    return {
        "rank": row.rank,
        "rank_to": row.rank,
        "pool": pool if isinstance(settings, RoundRobinSettings) and settings.pools > 1 else None,
        "entry": entry.pk,
        "player": entry.player_id,
        "name": entry.player.name,
        "played": row.played,
        "wins": row.wins,
        "losses": row.losses,
        "byes": row.byes,
        "points_for": row.points_for,
        "points_against": row.points_against,
        "tie_breaks": [{"code": f.code, "value": f.value} for f in row.figures],
        "separated_by": row.separated_by,
        "status": _status(row, entry, stage, settings),
    }


def _status(row: Row, entry: Entry, stage: Stage, settings: StageSettings) -> StandingsStatus:
    if left := left_as(entry):
        return left
    if stage.finished_at is not None:
        return "winner" if row.rank == 1 else "out"
    lives = settings.lives if isinstance(settings, SwissSettings) else None
    return "out" if lives is not None and row.losses >= lives else "playing"
