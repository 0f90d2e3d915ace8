"""Ask for a job, and work jobs off on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from db.prepared import PreparedInsert
from operations import request_ids
from outbox import broker
from outbox.jobs import JOBS, perform
from outbox.models import Message, first_due

Primitive = str | int | float | bool | None

_messages = PreparedInsert(Message)


def enqueue(job: str, *args: Primitive) -> None:
    """
    Have a job done after the transaction that is under way, if and only if that commits.

    The workers are woken on commit; should that be lost, the sweep wakes them again.
    """
    if job not in JOBS:
        raise LookupError(f"There is no job called {job!r}; is its module an app's tasks.py?")
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError(
            f"{job} must be asked for inside transaction.atomic(), with the change that needs it."
        )
    message = Message(
        job=job, args=list(args), due_at=first_due(), request_id=request_ids.current()
    )
    _messages.add([message])
    _wake_on_commit()


def _wake_on_commit() -> None:
    """Once a transaction, however many jobs it asks for."""
    hooks = transaction.get_connection().run_on_commit
    if all(hook[1] is not broker.wake for hook in hooks):
        transaction.on_commit(broker.wake, robust=True)


def try_now(*, message_ids: Sequence[int]) -> int:
    """Have these tried now instead of after their pause; say how many are still to be done."""
    due = Message.objects.filter(pk__in=message_ids).update(due_at=timezone.now())
    broker.send_wake_up()
    return due


def run_pending() -> int:
    """
    Run the waiting jobs here and now, oldest first, and those they ask for; say how many there were.

    For commands and tests, where no worker is near. A job that fails stays for later.
    """
    seen = 0
    last = 0
    while message := Message.objects.filter(pk__gt=last).order_by("pk").first():
        perform(message)
        last = message.pk
        seen += 1
    return seen
