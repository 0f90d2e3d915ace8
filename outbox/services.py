"""Ask for a job, and work jobs off on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from db.light_rows import light_row
from db.prepared import PreparedInsert
from operations import request_ids
from outbox import broker
from outbox.jobs import JOBS, perform
from outbox.models import Message, first_due

Primitive = str | int | float | bool | None

_messages = PreparedInsert(Message)
_COLUMNS = ("job", "args", "created_at", "due_at", "attempts", "last_error", "request_id")
"""Of a new message."""


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
    values = (job, list(args), timezone.now(), first_due(), 0, "", request_ids.current())
    _messages.add([light_row(Message, _COLUMNS, values)])
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
