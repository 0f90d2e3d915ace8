"""A worker asks for its broker again and again, at the same pace."""

from __future__ import annotations

import time

import pytest
from kombu.exceptions import OperationalError

from config.broker_connection import ATTEMPT_SECONDS, SteadyConnection
from config.celery import app
from deploy.processes import free_port

pytestmark = pytest.mark.unit


def test_workers_use_it() -> None:
    with app.connection_for_read() as connection:
        assert isinstance(connection, SteadyConnection)


def test_each_attempt_follows_the_last_after_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with (
        SteadyConnection(f"redis://127.0.0.1:{free_port()}/0") as connection,
        pytest.raises(OperationalError),
    ):
        connection.ensure_connection(lambda _, wait: waits.append(wait), 5)
    assert waits == [ATTEMPT_SECONDS] * len(waits)
    assert len(waits) >= 4
