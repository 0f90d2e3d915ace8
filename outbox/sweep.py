"""Sends again what was not done: a message can be lost, a row cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from outbox import broker
from outbox.jobs import work_of
from outbox.models import Message

BATCH = 500
"""How many rows one sweep takes; the next one goes on from there."""


def sweep() -> int:
    """Send every message that is due, one for the same work; say how many went out."""
    if not Message.objects.due().exists():
        return 0
    batch = _take_batch()
    # The batch has the longest waiting first; of those that ask for the same work it stays.
    first_of_each = {work_of(message): message for message in reversed(batch)}
    sent = 0
    for message in first_of_each.values():
        if not broker.send(message.job, message.pk):
            _put_back(batch)
            break
        sent += 1
    return sent


def sweep_all() -> int:
    """Send every message there is: at the start of a server whose queue died with the last one."""
    Message.objects.update(due_at=timezone.now())
    sent = 0
    while batch := sweep():
        sent += batch
    return sent


def send_again(message_ids: Sequence[int]) -> int:
    """Send these now instead of at their next try; say how many went out. The sweep sees to the rest."""
    Message.objects.filter(pk__in=message_ids).update(due_at=timezone.now())
    messages = Message.objects.filter(pk__in=message_ids).order_by("pk")
    return sum(broker.send(message.job, message.pk) for message in messages)


def _take_batch() -> list[Message]:
    """
    Mark due messages as sent, before they are: a worker must not meet our lock on its row.

    Rows locked by a running job are under way and left alone.
    """
    with transaction.atomic():
        batch = list(Message.objects.due().select_for_update(skip_locked=True)[:BATCH])
        for message in batch:
            message.due_at = timezone.now() + message.resend_delay
            message.sweeps += 1
        Message.objects.bulk_update(batch, ["due_at", "sweeps"])
    return batch


def _put_back(batch: Iterable[Message]) -> None:
    """The broker is down: all of them stay due. What did go out may go out twice, which is safe."""
    Message.objects.filter(pk__in=[message.pk for message in batch]).update(due_at=timezone.now())
