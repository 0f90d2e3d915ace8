"""Ask for a job, and work jobs off on the spot."""

from __future__ import annotations

from django.db import transaction

from operations import request_ids
from outbox import broker
from outbox.jobs import JOBS, perform
from outbox.models import Message, first_due

Primitive = str | int | float | bool | None


def enqueue(job: str, *args: Primitive) -> None:
    """
    Have a job done after the transaction that is under way, if and only if that commits.

    The message goes out on commit; should it be lost, the sweep sends another.
    """
    if job not in JOBS:
        raise LookupError(f"There is no job called {job!r}; is its module an app's tasks.py?")
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError(
            f"{job} must be asked for inside transaction.atomic(), with the change that needs it."
        )
    message = Message.objects.create(
        job=job, args=list(args), due_at=first_due(), request_id=request_ids.current()
    )
    # A lambda: with functools.partial, Django 5.2 raises when a robust callback fails.
    transaction.on_commit(lambda: _send(message), robust=True)


def _send(message: Message) -> None:
    broker.send(message.job, message.pk)


def run_pending() -> int:
    """
    Run the waiting jobs here and now, oldest first, and those they ask for; say how many there were.

    For commands and tests, where no worker is near. A job that fails stays for later.
    """
    seen = 0
    last = 0
    while message := Message.objects.filter(pk__gt=last).order_by("pk").first():
        perform(message.pk)
        last = message.pk
        seen += 1
    return seen
