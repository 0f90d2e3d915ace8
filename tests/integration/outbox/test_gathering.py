"""A server wakes from a thread of its own: once for many, and nobody waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from outbox import broker
from outbox.models import Message
from tests.integration.outbox.conftest import ask, wake_ups

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

PATIENCE_SECONDS = 10


@pytest.fixture(autouse=True)
def _gathering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(broker, "GATHERED_SECONDS", 0.3)
    broker.gather_wake_ups()
    yield
    broker.stop_gathering()


def _woken() -> int:
    """Wait until somebody is; how often they were."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if woken := wake_ups():
            return woken
        time.sleep(0.01)
    raise AssertionError("nobody was woken")


def test_a_change_wakes_a_worker() -> None:
    message = ask()
    assert _woken() == 1
    assert Message.objects.get() == message


def test_whoever_asks_just_after_another_is_woken_for_a_moment_later() -> None:
    ask("first")
    assert _woken() == 1
    # A worker has looked since, and found nothing more.
    broker.take_back_wake_up()
    ask("second")
    ask("third")
    assert _woken() == 1


def test_who_has_asked_is_woken_for_before_the_process_ends() -> None:
    ask("first")
    assert _woken() == 1
    broker.take_back_wake_up()
    ask("second")
    broker.stop_gathering()
    assert wake_ups() == 1
    assert not [thread for thread in threading.enumerate() if thread.name == "wake-ups"]
    # From here on at once.
    broker.take_back_wake_up()
    ask("third")
    assert wake_ups() == 1


def test_a_process_that_ends_wakes_nobody_if_nobody_asked() -> None:
    broker.stop_gathering()
    assert wake_ups() == 0


def test_a_wake_up_that_fails_is_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at_once = broker._wake_at_once

    def fail_once() -> None:
        monkeypatch.setattr(broker, "_wake_at_once", at_once)
        raise RuntimeError("the cache is of another kind than anybody thought")

    monkeypatch.setattr(broker, "_wake_at_once", fail_once)
    ask("first")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while "A wake-up failed." not in caplog.text and time.monotonic() < deadline:
        time.sleep(0.01)
    ask("second")
    assert _woken() == 1
