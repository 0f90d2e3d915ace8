"""Wakes the workers; a broker that is down costs a moment, never an error."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import cache as once

from celery import current_app
from django.core.cache import cache
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.pools import producers

WAKE_UP = "outbox.drain"
"""The task that does all that waits."""

OUTSTANDING = "outbox.wake-up"
"""In the cache from the moment a worker is woken until it finds nothing more to do."""
OUTSTANDING_SECONDS = 2
"""A wake-up that led to no look for this long is not counted on: another worker helps one with long jobs."""

REST_SECONDS = 5
"""After a failure nothing is sent for this long: the next request must not wait as well."""

GATHERED_SECONDS = 0.02
"""After a wake-up: those who ask meanwhile share the next one."""
LAST_WAKE_UP_SECONDS = 1.0
"""How long a process that ends waits for it."""

PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "max_retries": 0}
"""How long a request waits for a broker that does not answer: half a second, once."""

logger = logging.getLogger(__name__)
_resting_until = 0.0
_carry: Callable[[str], bool] | None = None
"""Takes the names of tasks to the process that does them, where no broker stands between it and us."""


def hand_tasks_to(carry: Callable[[str], bool]) -> None:
    """From now on this process asks for tasks by calling this."""
    global _carry
    _carry = carry


class _Gathering:
    """Wakes from a thread of its own: once for all who ask within moments, and none of them waits for it."""

    def __init__(self) -> None:
        self._has_news = threading.Event()
        self._is_wanted = False
        self._is_ending = False
        self._thread = threading.Thread(target=self._work, name="wake-ups", daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Have a worker woken within moments."""
        self._is_wanted = True
        self._has_news.set()

    def end(self) -> None:
        """Wake for those who have asked, and no more."""
        self._is_ending = True
        self._has_news.set()
        self._thread.join(LAST_WAKE_UP_SECONDS)

    def _work(self) -> None:
        is_last = False
        while not is_last:
            self._has_news.wait()
            self._has_news.clear()
            is_last = self._is_ending
            # Who asks after this has news for the next round.
            is_wanted, self._is_wanted = self._is_wanted, False
            try:
                if is_wanted:
                    _wake_at_once()
            except Exception:
                # The sweep wakes for these; the next ones are to be woken for from here again.
                logger.exception("A wake-up failed.")
            if not is_last:
                time.sleep(GATHERED_SECONDS)


_gathering: _Gathering | None = None


def gather_wake_ups() -> None:
    """From now on this process wakes from a thread: for a server, which has many commits a second."""
    global _gathering
    _gathering = _Gathering()


def stop_gathering() -> None:
    """Wake for what was asked so far, and from now on at once."""
    global _gathering
    gathering, _gathering = _gathering, None
    if gathering is not None:
        gathering.end()


def wake() -> None:
    """Wake a worker, unless one was woken and has not looked yet."""
    if _gathering is not None:
        _gathering.ask()
    else:
        _wake_at_once()


def _wake_at_once() -> None:
    if _carry is not None:
        # Whether one was woken is known over there.
        _carry(WAKE_UP)
    elif time.monotonic() >= _resting_until and cache.add(OUTSTANDING, 1, OUTSTANDING_SECONDS):
        send_wake_up()


def count_as_awake() -> None:
    """Nobody needs to be woken: the one who calls this looks again."""
    cache.set(OUTSTANDING, 1, OUTSTANDING_SECONDS)


def take_back_wake_up() -> None:
    """Whoever asks for a job from now on wakes somebody."""
    cache.delete(OUTSTANDING)


def send_wake_up() -> bool:
    """Wake a worker in any case; False if that failed and is left to the next sweep."""
    is_sent = send(WAKE_UP)
    if not is_sent:
        take_back_wake_up()
    return is_sent


def send(task: str) -> bool:
    """Ask for a task; False if that failed and is left to the timetable."""
    global _resting_until
    if _carry is not None:
        return _carry(task)
    if time.monotonic() < _resting_until:
        return False
    try:
        with producers[_connection()].acquire(block=True, timeout=1) as producer:
            current_app.send_task(task, producer=producer, retry=False)
    except _failures() as error:
        _resting_until = time.monotonic() + REST_SECONDS
        logger.warning("The broker cannot be reached; the sweep will wake the workers: %s", error)
        return False
    return True


def forget_failure() -> None:
    """Try the broker again at the next wake-up."""
    global _resting_until
    _resting_until = 0.0


@once
def _connection() -> Connection:
    """Our own, because the workers' connections are allowed far more patience."""
    return current_app.connection_for_write(transport_options=PATIENCE)


def _failures() -> tuple[type[BaseException], ...]:
    connection = _connection()
    return (OperationalError, OSError, *connection.connection_errors, *connection.channel_errors)
