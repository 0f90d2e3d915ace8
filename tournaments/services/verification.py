"""Computing again what draw sheets and snapshots follow from, to see that nothing has come loose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db import transaction

from matches.models import MatchStatus
from matches.services.ledger_rows import Difference
from rules_core.draws.advancement import Outcome, PairingStatus, play_through
from rules_core.errors import RulesError
from tournaments.draws.plans import misplaced
from tournaments.models import Pairing, Stage
from tournaments.selectors import entrants_by_seed
from tournaments.services import season_tables
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.freshness import is_refresh_waiting
from tournaments.services.locks import locked_stage
from tournaments.services.match_listener import outcome_of
from tournaments.services.snapshots import is_fresh
from tournaments.services.stage_completion import is_complete


def stage_differences(stage_id: int) -> list[Difference]:
    """What of a stage does not follow: its sheet, whether it is over, and its snapshot.

    The stage is locked meanwhile, so that no result comes in between two reads.
    """
    with transaction.atomic():
        stage = locked_stage(stage_id)
        # Everything else is computed from who plays.
        return [*_entrants(stage)] or [*_sheet(stage), *_completion(stage), *_snapshot(stage)]


def _sheet(stage: Stage) -> Iterator[Difference]:
    subject = f"stage {stage.pk}"
    sheet = DrawSheet.whole(stage)
    if stage.drawn_at is None:
        if sheet.rows:
            yield Difference(subject, "pairings", sorted(sheet.rows), "none before the draw")
        return
    try:
        plan = sheet.plan
        if sheet.rows.keys() != plan.by_id.keys():
            yield Difference(subject, "pairings", sorted(sheet.rows), sorted(plan.by_id))
            return
        recorded = {key: Outcome(row.outcome) for key, row in sheet.rows.items() if row.outcome}
        states = play_through(plan, recorded, sheet.withdrawn)
    except (RulesError, LookupError, ValueError) as error:
        yield Difference(subject, "draw sheet", "contradictory", str(error))
        return
    players = {entrant.entry_id: entrant.entry.player_id for entrant in sheet.entrants}
    for key, state in states.items():
        if not sheet.shows(key, state):
            yield Difference(f"{subject}, pairing {key}", "state", sheet.states[key], state)
        yield from _match(f"{subject}, pairing {key}", sheet.row(key), players)


def _entrants(stage: Stage) -> Iterator[Difference]:
    """How many a stage counts are its rows, and those who were drawn stand where their seed belongs."""
    subject = f"stage {stage.pk}"
    entrants = entrants_by_seed(stage)
    late = [entrant for entrant in entrants if entrant.late]
    counted = {"drawn_count": len(entrants) - len(late), "late_count": len(late)}
    for field, expected in counted.items():
        if getattr(stage, field) != expected:
            yield Difference(subject, field, getattr(stage, field), expected)
    for entrant, place in misplaced(stage, entrants):
        found = entrant.line or entrant.pool
        yield Difference(f"{subject}, entry {entrant.entry_id}", "place", found, place)


def _match(subject: str, row: Pairing, players: Mapping[int, int]) -> Iterator[Difference]:
    """A pairing with two entrants has their match, and its outcome is the result of that match."""
    match = row.match
    if match is None:
        if row.status == PairingStatus.READY:
            yield Difference(subject, "match", None, "a match")
        return
    found = (match.a_id, match.b_id)
    if found != tuple(players.get(entry or 0) for entry in (row.a_id, row.b_id)):
        yield Difference(subject, "players of the match", found, "its entrants")
    expected = outcome_of(match) if match.status == MatchStatus.FINISHED else ""
    if row.outcome != expected:
        yield Difference(subject, "outcome", row.outcome, expected)


def _completion(stage: Stage) -> Iterator[Difference]:
    if stage.drawn_at is None:
        return
    over = is_complete(DrawSheet(stage))
    if over != (stage.finished_at is not None):
        expected = "a time" if over else None
        yield Difference(f"stage {stage.pk}", "finished_at", stage.finished_at, expected)


def season_differences(season_id: int) -> list[Difference]:
    """Whether a season's table is what its events say; what waits for its job is late, not wrong."""
    if season_tables.is_refresh_waiting(season_id) or season_tables.is_fresh(season_id=season_id):
        return []
    return [Difference(f"season {season_id}", "table", "stale", "what the results say")]


def _snapshot(stage: Stage) -> Iterator[Difference]:
    """What waits for its job is late, not wrong."""
    if is_refresh_waiting(stage.pk):
        return
    if not is_fresh(stage_id=stage.pk):
        yield Difference(f"stage {stage.pk}", "snapshot", "stale", "what the results say")
