"""A broker that is dead or does not answer never fails a change and hardly slows it."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator

import pytest
from celery import current_app
from kombu import Connection

from outbox import broker
from outbox.drain import sweep
from outbox.models import Message
from tests.integration.outbox.conftest import ask, make_due, wake_ups

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


@pytest.fixture(params=["dead", "silent"])
def no_broker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An address where nobody listens, or where somebody listens and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "silent":
            listener.listen()
        url = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        unreachable = Connection(url, transport_options=broker.PATIENCE)
        monkeypatch.setattr(broker, "_connection", lambda: unreachable)
        yield
        unreachable.release()


@pytest.mark.usefixtures("no_broker")
def test_a_change_commits_quickly_and_its_job_waits_for_the_sweep(
    caplog: pytest.LogCaptureFixture,
) -> None:
    started = time.monotonic()
    with caplog.at_level(logging.WARNING):
        message = ask()
    assert time.monotonic() - started < 1.5
    assert Message.objects.get() == message
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("The broker cannot be reached; the sweep will wake")


@pytest.mark.usefixtures("no_broker")
def test_after_a_failure_the_next_changes_do_not_wait_at_all() -> None:
    ask()
    started = time.monotonic()
    for _ in range(20):
        ask()
    assert time.monotonic() - started < 1


@pytest.mark.usefixtures("no_broker")
def test_the_sweep_wakes_the_workers_when_the_broker_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    message = ask()
    make_due()
    assert sweep() is False
    assert Message.objects.get() == message
    monkeypatch.setattr(broker, "_connection", current_app.connection_for_write)
    broker.forget_failure()
    assert sweep() is True
    assert wake_ups() == 1


@pytest.mark.usefixtures("no_broker")
def test_a_wake_up_that_failed_does_not_count_as_outstanding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask()
    monkeypatch.setattr(broker, "_connection", current_app.connection_for_write)
    broker.forget_failure()
    ask()
    assert wake_ups() == 1
