"""Sends a message to the workers; a broker that is down costs a moment, never an error."""

from __future__ import annotations

import logging
import time
from functools import cache

from celery import current_app
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.pools import producers

REST_SECONDS = 5
"""After a failure nothing is sent for this long: the next request must not wait as well."""

PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "max_retries": 0}
"""How long a request waits for a broker that does not answer: half a second, once."""

logger = logging.getLogger(__name__)
_resting_until = 0.0


def send(job: str, message_id: int) -> bool:
    """Send a message to the workers; False if that failed and is left to the sweep."""
    global _resting_until
    if time.monotonic() < _resting_until:
        return False
    try:
        _publish(job, message_id)
    except _failures() as error:
        _resting_until = time.monotonic() + REST_SECONDS
        logger.warning("The broker cannot be reached; the sweep will send %s: %s", job, error)
        return False
    return True


def forget_failure() -> None:
    """Try the broker again at the next message."""
    global _resting_until
    _resting_until = 0.0


def _publish(job: str, message_id: int) -> None:
    with producers[_connection()].acquire(block=True, timeout=1) as producer:
        current_app.send_task(job, args=[message_id], producer=producer, retry=False)


@cache
def _connection() -> Connection:
    """Our own, because the workers' connections are allowed far more patience."""
    return current_app.connection_for_write(transport_options=PATIENCE)


def _failures() -> tuple[type[BaseException], ...]:
    connection = _connection()
    return (OperationalError, OSError, *connection.connection_errors, *connection.channel_errors)
