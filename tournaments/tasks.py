"""Jobs that follow a change of an event."""

from __future__ import annotations

from outbox.jobs import job
from tournaments.services import publication


@job
def publish_stage(stage_id: int) -> None:
    """Make bracket and standings of a stage anew."""
    publication.publish_stage(stage_id=stage_id)


@job
def publish_player(player_id: int) -> None:
    """Make anew all that shows a player's name."""
    publication.publish_player(player_id=player_id)
