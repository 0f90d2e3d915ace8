"""Jobs that follow a change of an event."""

from __future__ import annotations

from outbox.jobs import job
from tournaments.services import snapshots


@job
def refresh_snapshot(stage_id: int) -> None:
    """Make bracket and standings of a stage anew."""
    snapshots.refresh_snapshot(stage_id=stage_id)


@job
def refresh_snapshots_of_player(player_id: int) -> None:
    """Make anew all that shows a player's name."""
    snapshots.refresh_snapshots_of_player(player_id=player_id)
