"""Beat goes on asking, whatever is done to the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django_celery_beat.models import PeriodicTask

from config.celery import app
from outbox.beat import Scheduler
from tests.integration.outbox.conftest import sent_tasks

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
LATER = timedelta(minutes=30)


def beat() -> Scheduler:
    """As it starts, but for what it does when the process ends: there is no database then."""
    scheduler = Scheduler(app=app)
    scheduler._finalize.cancel()
    return scheduler


def asked(scheduler: Scheduler) -> set[str]:
    """The jobs that beat asks for when it looks now, as often as it likes."""
    sent_tasks()
    for _ in range(3 * len(scheduler.schedule)):
        # One job at a time.
        scheduler.tick()
    return set(sent_tasks())


def quick(names: set[str]) -> set[str]:
    return names & {"outbox.sweep", "matches.confirm_due"}


@pytest.mark.parametrize("days", [1, -1])
def test_a_clock_that_is_set_by_a_day_stops_no_job(days: int) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        scheduler = beat()
        clock.shift(LATER)
        assert quick(asked(scheduler)) == {"outbox.sweep", "matches.confirm_due"}
        clock.shift(timedelta(days=days))
        asked(scheduler)
        clock.shift(LATER)
        assert quick(asked(scheduler)) == {"outbox.sweep", "matches.confirm_due"}


def test_a_run_that_was_noted_in_the_future_is_made_up_for_at_once() -> None:
    with time_machine.travel(NOON, tick=False):
        beat()
        PeriodicTask.objects.update(last_run_at=NOON + timedelta(days=1))
        assert quick(asked(beat())) == {"outbox.sweep", "matches.confirm_due"}
