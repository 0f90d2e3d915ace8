"""Making again everything that is derived: rows from ledgers, sheets, snapshots and ratings."""

from __future__ import annotations

from django.db import transaction

from matches.models import MatchStatus
from matches.services.match_rows import MATCHES
from players.actors import SYSTEM
from rules_core.draws.advancement import play_through
from tournaments.draws.plans import misplaced, put_in
from tournaments.models import SeasonSnapshot, Stage, StageEntrant, StageSnapshot
from tournaments.selectors import entrants_by_seed
from tournaments.services import season_tables
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.locks import locked_stage_and_matches
from tournaments.services.match_listener import outcome_of
from tournaments.services.snapshots import is_fresh, refresh_snapshot
from tournaments.services.stage_completion import close_or_reopen


def rebuild_match(*, match_id: int) -> bool:
    """Project a match from its ledger; whether the row was something else before."""
    return MATCHES.rebuild(match_id)


@transaction.atomic
def rebuild_stage(*, stage_id: int) -> bool:
    """Bring a stage into line with its draw and its results; whether its sheet was another before.

    A match in a place where others belong is voided, and stays in the ledger.
    """
    stage = locked_stage_and_matches(stage_id, finished_too=True)
    changed = False
    if stage.drawn_at is not None:
        _place_entrants(stage)
        sheet = DrawSheet.whole(stage)
        for row in sheet.rows.values():
            if row.match is not None:
                finished = row.match.status == MatchStatus.FINISHED
                row.outcome = outcome_of(row.match) if finished else ""
        states = play_through(sheet.plan, sheet.outcomes, sheet.withdrawn)
        changes = {key: state for key, state in states.items() if not sheet.shows(key, state)}
        sheet.write(changes, SYSTEM, reason="rebuilt")
        close_or_reopen(sheet)
        changed = bool(changes)
    if not is_fresh(stage_id=stage_id):
        # Whatever its digest says: what is sent must be what follows.
        StageSnapshot.objects.filter(pk=stage_id).update(digest="")
        refresh_snapshot(stage_id=stage_id)
    return changed


@transaction.atomic
def rebuild_season(*, season_id: int) -> bool:
    """Compute a season's table; whether it was another before."""
    if season_tables.is_fresh(season_id=season_id):
        return False
    # Whatever its digest says: what is sent must be what follows.
    SeasonSnapshot.objects.filter(pk=season_id).update(digest="")
    season_tables.refresh_season(season_id=season_id)
    return True


def _place_entrants(stage: Stage) -> None:
    """Have a stage count its entrants, and those who were drawn stand where their seed belongs."""
    entrants = entrants_by_seed(stage)
    stage.late_count = sum(entrant.late for entrant in entrants)
    stage.drawn_count = len(entrants) - stage.late_count
    stage.save(update_fields=["drawn_count", "late_count"])
    moved = misplaced(stage, entrants)
    # First off their lines: two may have changed places.
    keys = [entrant.pk for entrant, _ in moved]
    StageEntrant.objects.filter(pk__in=keys).update(line=None, pool=None)
    for entrant, place in moved:
        entrant.line = entrant.pool = None
        put_in(entrant, place)
    StageEntrant.objects.bulk_update([entrant for entrant, _ in moved], ["line", "pool"])
