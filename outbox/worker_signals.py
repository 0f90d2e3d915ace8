"""What worker processes of their own do besides jobs: give a sign of life, and look for work when they start."""

from __future__ import annotations

from celery import current_app
from celery.signals import (
    heartbeat_sent,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
)
from django.core.cache import cache

from operations import process_files
from operations.collector import spare_what_is_loaded
from outbox import broker

ALIVE = "outbox.worker-alive"
SILENCE_SECONDS = 15
"""Workers beat every two seconds; if all are silent this long, none is counted as alive."""


def listen() -> None:
    """Be told, should this process turn out to be a worker."""
    heartbeat_sent.connect(_give_sign_of_life, weak=False)
    worker_ready.connect(_look_for_work, weak=False)
    worker_process_init.connect(_begin_process, weak=False)
    worker_process_shutdown.connect(_write_metrics, weak=False)


def any_alive() -> bool:
    """Whether at least one worker is alive and in touch with the broker."""
    return cache.get(ALIVE) is not None


def _give_sign_of_life(**_: object) -> None:
    cache.set(ALIVE, "yes", timeout=SILENCE_SECONDS)


def _begin_process(**_: object) -> None:
    process_files.keep()
    spare_what_is_loaded()


def _write_metrics(**_: object) -> None:
    process_files.write()


def _look_for_work(**_: object) -> None:
    current_app.send_task(broker.WAKE_UP)
