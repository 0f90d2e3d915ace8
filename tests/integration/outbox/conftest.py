"""A few jobs with an effect in the database, and a look into the broker's queue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from queue import Empty

import pytest
from celery import current_app
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from outbox import broker
from outbox.jobs import job
from outbox.models import Message
from outbox.services import enqueue

during: list[Callable[[], object]] = []
"""What a test wants to happen in the middle of a job."""


@job
def found_group(name: str) -> None:
    """Leave a trace that can only be left once."""
    Group.objects.create(name=name)
    for action in during:
        action()


@job
def break_down(name: str) -> None:
    """Leave a trace, then fail."""
    Group.objects.create(name=name)
    raise ValueError("the dice fell off the table")


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Empty the queue, and forget any broker that was down."""
    during.clear()
    broker.forget_failure()
    broker.take_back_wake_up()
    wake_ups()
    yield
    wake_ups()


def wake_ups() -> int:
    """How often a worker was woken since the last look; it has not looked at the outbox since."""
    return sent_tasks().count(broker.WAKE_UP)


def sent_tasks() -> list[str]:
    """The names of the tasks sent since the last look."""
    names: list[str] = []
    with (
        current_app.connection_for_write() as connection,
        connection.SimpleQueue("celery") as queue,
    ):
        while True:
            try:
                message = queue.get_nowait()
            except Empty:
                return names
            names.append(message.headers["task"])
            message.ack()


def ask(name: str = "chess", job: str = "tests.found_group") -> Message:
    """A message as a committed change leaves it, read before a worker can have done it."""
    with transaction.atomic():
        enqueue(job, name)
        return Message.objects.latest("pk")


def make_due() -> None:
    """Let the grace of all messages pass, and the pause after their failures."""
    Message.objects.update(due_at=timezone.now() - timedelta(seconds=1))
