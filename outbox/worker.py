"""The jobs of a one-process server: a Celery worker and the sweep, on threads of that process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from celery.app import app_or_default
from celery.worker import WorkController, state
from django.conf import settings
from django.db import Error, close_old_connections

from outbox.sweep import sweep, sweep_all
from outbox.timetable import Timetable

PAUSE_SECONDS = 1.0
"""Before a worker that fell over is set up again."""

logger = logging.getLogger(__name__)
_stopping = threading.Event()
_threads: list[threading.Thread] = []


def _work() -> None:
    while not _stopping.is_set():
        # Built on its own thread, because it closes the database connections it finds there.
        WorkController(
            app=app_or_default(),
            pool="solo",
            hostname="club@localhost",
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
        ).start()
        _stopping.wait(PAUSE_SECONDS)


def _sweep() -> None:
    _surviving(sweep_all)
    while not _stopping.wait(settings.OUTBOX_SWEEP_SECONDS):
        _surviving(sweep)


def _keep_time() -> None:
    """Ask for the periodic jobs, as celery beat does where there is one; the sweep has its own thread."""
    schedule = {
        name: entry
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items()
        if entry["task"] != "outbox.sweep"
    }
    timetable = Timetable(schedule, now=time.monotonic())
    while not _stopping.wait(PAUSE_SECONDS):
        for task in timetable.take_due(now=time.monotonic()):
            app_or_default().send_task(task)


def _surviving(sweeping: Callable[[], int]) -> None:
    close_old_connections()
    try:
        sweeping()
    except Error:
        logger.exception("The sweep failed; it tries again in a moment.")


def start() -> None:
    """Do jobs on threads of this process, beginning with what the last process left undone."""
    for target in (_work, _sweep, _keep_time):
        # A daemon: a process that has to end does not wait for a thread that is stuck.
        thread = threading.Thread(name=target.__name__, target=target, daemon=True)
        thread.start()
        _threads.append(thread)


def stop(*, patience: float) -> None:
    """
    Take no new job and let the one under way finish, if it does so within the patience (seconds).

    What does not is rolled back, and with all that still waits is swept up at the next start.
    """
    _stopping.set()
    state.should_stop = 0  # type: ignore[assignment]
    deadline = time.monotonic() + patience
    while state.active_requests and time.monotonic() < deadline:
        time.sleep(0.02)


def is_alive() -> bool:
    """Whether the jobs of this process are being done."""
    return bool(_threads) and all(thread.is_alive() for thread in _threads)
