"""Workers come back to a broker within two seconds of its return.

Celery waits longer after each attempt, half a minute in the end, and has no setting for it.
"""

from __future__ import annotations

from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection

ATTEMPT_SECONDS = 2
"""From one attempt to the next."""


class SteadyConnection(Connection):
    """Tries as often after a minute as at first."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        """The connection, once there is one."""
        evenly = {"interval_start": ATTEMPT_SECONDS, "interval_step": 0}
        return super().ensure_connection(*args, **{**kwargs, **evenly})


class SteadyAMQP(AMQP):
    """Celery's own, with connections like that."""

    Connection = SteadyConnection
