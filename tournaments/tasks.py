"""Jobs that follow a change of an event."""

from __future__ import annotations

from contextlib import suppress

from celery import shared_task

from outbox.jobs import job, job_that_reads
from tournaments.models import SeasonSnapshot, Stage, StageSnapshot, StageVersion
from tournaments.services import (
    draws,
    forecasting,
    freshness,
    registration_upkeep,
    season_tables,
    snapshots,
)


def _state_of_stage(stage_id: int) -> snapshots.StageState | None:
    """Nothing if the stage was removed since."""
    with suppress(StageVersion.DoesNotExist, Stage.DoesNotExist):
        return snapshots.read_state(stage_id=stage_id)
    return None


@job_that_reads(_state_of_stage)
def refresh_snapshot(stage_id: int, state: snapshots.StageState | None = None) -> None:
    """Publish bracket and standings of a stage, unless it was removed since."""
    with suppress(StageSnapshot.DoesNotExist):
        snapshots.refresh_snapshot(stage_id=stage_id, state=state)


@job
def refresh_draw_statistics() -> None:
    """After a large draw: rows of the event are found as directly as in a small one."""
    draws.refresh_draw_statistics()


@job
def refresh_season(season_id: int) -> None:
    """Compute the table of a season, unless it was removed since."""
    with suppress(SeasonSnapshot.DoesNotExist):
        season_tables.refresh_season(season_id=season_id)


@job
def refresh_snapshots_of_player(player_id: int) -> None:
    """Compute again all that shows a player's name, and forget what a name should not be left in."""
    freshness.player_changed(player_id)
    registration_upkeep.forget_person(player_id)


@shared_task(name=forecasting.JOB, acks_late=False)
def make_forecasts() -> None:
    """See whether the chances of a stage are to be computed again."""
    forecasting.start_beside()


@shared_task(name="tournaments.remind_registered", acks_late=False)
def remind_registered() -> None:
    """Write to those who play tomorrow."""
    registration_upkeep.remind()


@shared_task(name="tournaments.forget_registrations", acks_late=False)
def forget_registrations() -> None:
    """Forget what is no longer needed of those who registered."""
    registration_upkeep.forget()
