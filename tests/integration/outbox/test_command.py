"""``manage.py outbox``."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command

from outbox.models import Message
from tests.integration.outbox.conftest import ask, wake_ups

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def outbox(*arguments: str) -> str:
    output = StringIO()
    call_command("outbox", *arguments, stdout=output)
    return output.getvalue()


def test_it_lists_what_is_to_be_done_and_why_it_was_not() -> None:
    ask("broken", "tests.break_down")
    outbox("run")
    message = Message.objects.get()
    assert outbox() == (
        f"{message.pk} tests.break_down('broken'), asked for {message.created_at:%Y-%m-%d %H:%M:%S}, "
        f"next try {message.due_at:%H:%M:%S}, failed 1 times: ValueError: the dice fell off the table\n"
    )


def test_it_wakes_a_worker_whether_or_not_one_was_woken() -> None:
    ask()
    wake_ups()
    assert outbox("wake") == "a worker is told\n"
    assert wake_ups() == 1


def test_it_does_everything_here_and_now() -> None:
    ask("chess")
    ask("broken", "tests.break_down")
    assert outbox("run") == "2 tried, 1 left\n"
    assert Group.objects.filter(name="chess").exists()
