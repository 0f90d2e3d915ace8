"""Jobs that follow a change of an event."""

from __future__ import annotations

from contextlib import suppress

from celery import shared_task

from outbox.jobs import batch_job_that_reads, job
from tournaments.models import SeasonSnapshot, StageSnapshot
from tournaments.services import (
    draws,
    forecasting,
    freshness,
    registration_upkeep,
    season_tables,
    snapshots,
)


def _states_of_stages(*stage_ids: int) -> dict[int, snapshots.StageState]:
    return snapshots.read_states(stage_ids=set(stage_ids))


@batch_job_that_reads(_states_of_stages)
def refresh_snapshot(states: dict[int, snapshots.StageState], *stage_ids: int) -> None:
    """Publish bracket and standings of stages, unless they were removed since.

    One that cannot be published along with others gets a job of its own, so that they do not wait for it.
    """
    asked_for = set(stage_ids)
    known = {key: state for key, state in states.items() if key in asked_for}
    for stage_id in sorted(asked_for - known.keys() | snapshots.publish_states(known)):
        if len(asked_for) == 1:
            refresh_snapshot_alone(stage_id)
        else:
            freshness.have_published_alone(stage_id)


@job
def refresh_snapshot_alone(stage_id: int) -> None:
    """The same for one whose change no version tells, such as the name of a player, or that cannot be read."""
    with suppress(StageSnapshot.DoesNotExist):
        snapshots.refresh_snapshot(stage_id=stage_id)


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
