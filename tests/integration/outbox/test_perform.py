"""A job's effect and its completion are one transaction."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from outbox.jobs import perform
from outbox.models import Message
from tests.integration.outbox.conftest import ask, during

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def groups() -> int:
    return Group.objects.count()


def test_a_job_takes_effect_and_its_message_goes() -> None:
    perform(ask())
    assert groups() == 1
    assert not Message.objects.exists()


def test_a_message_delivered_twice_is_done_once() -> None:
    message = ask()
    assert [perform(message), perform(message)] == [True, False]
    assert groups() == 1


def test_a_failed_job_leaves_nothing_but_a_note_and_a_later_try(
    caplog: pytest.LogCaptureFixture,
) -> None:
    message = ask("broken", "tests.break_down")
    before = timezone.now()
    with caplog.at_level(logging.ERROR):
        perform(message)
    message.refresh_from_db()
    assert groups() == 0
    assert message.attempts == 1
    assert message.last_error == "ValueError: the dice fell off the table"
    assert timedelta(seconds=2) <= message.due_at - before < timedelta(seconds=4)
    assert caplog.messages == ["tests.break_down('broken') failed and will be tried again."]


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_was_away_is_not_held_against_the_job(error: type[Exception]) -> None:
    message = ask()

    def go_away() -> None:
        raise error("the server closed the connection")

    during.append(go_away)
    before = timezone.now()
    for _ in range(3):
        assert perform(message) is False
    message.refresh_from_db()
    assert groups() == 0
    assert message.attempts == 0
    assert message.due_at - before < timedelta(seconds=10)


def test_failures_wait_longer_each_time_but_never_more_than_ten_minutes() -> None:
    waits = [Message(attempts=n).retry_delay.total_seconds() for n in (0, 1, 2, 8, 9, 1000)]
    assert waits == [2, 4, 8, 512, 600, 600]


def test_one_run_does_for_all_that_asked_for_the_same_before_it() -> None:
    first, *_ = [ask() for _ in range(3)]
    other = ask("go")
    perform(first)
    assert groups() == 1
    assert list(Message.objects.all()) == [other]


def test_the_same_message_given_to_many_workers_at_once_is_done_once() -> None:
    message = ask()
    together = threading.Barrier(6)
    threads = [
        threading.Thread(target=_perform_in_thread, args=(together, message)) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert groups() == 1
    assert not Message.objects.exists()


def _perform_in_thread(together: threading.Barrier, message: Message) -> None:
    together.wait()
    try:
        perform(message)
    finally:
        connection.close()
