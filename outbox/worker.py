"""The jobs of a club's own server: a Celery worker and its clock, on threads of the process that calls this."""

from __future__ import annotations

import threading
import time

from celery.app import app_or_default
from celery.worker import WorkController, state
from django.conf import settings

from outbox import broker
from outbox.timetable import Timetable

PAUSE_SECONDS = 1.0
"""Before a worker that fell over is set up again."""
TICK_SECONDS = 0.5
"""How often the clock is looked at."""

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


def _keep_time() -> None:
    """Ask for the periodic jobs, the sweep among them, as celery beat does where there is one."""
    timetable = Timetable(settings.CELERY_BEAT_SCHEDULE, now=time.monotonic())
    # What the last process left undone, however new.
    broker.send_wake_up()
    while not _stopping.wait(TICK_SECONDS):
        for task in timetable.take_due(now=time.monotonic()):
            app_or_default().send_task(task)


def start() -> None:
    """Do jobs on threads of this process, beginning with what the last process left undone."""
    for target in (_work, _keep_time):
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
