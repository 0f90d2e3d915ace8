"""What a job is, and how one is run so that its effect and its completion are one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec

from celery import shared_task
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from outbox import broker, pace
from outbox.models import Message

P = ParamSpec("P")

logger = logging.getLogger(__name__)

JOBS: dict[str, Callable[..., None]] = {}
"""Every job by its name, ``<app>.<function>``."""


def job(function: Callable[P, None]) -> Callable[P, None]:
    """
    Make a function a job that services ask for with ``enqueue("<app>.<function>", …)``.

    It gets primitive arguments, runs inside one transaction, and must be safe to run again.
    The function itself stays as it is and can be called directly.
    """
    name = f"{function.__module__.partition('.')[0]}.{function.__name__}"
    JOBS[name] = function
    shared_task(name=name)(deliver)
    return function


def deliver(message_id: int) -> None:
    """What a worker does with a message: the work, but not the same work without a pause."""
    message = Message.objects.filter(pk=message_id).first()
    if message is not None:
        with pace.in_turn(message):
            _perform(message)


def perform(message_id: int) -> None:
    """Do the work of a message here and now, unless it is done or under way elsewhere."""
    message = Message.objects.filter(pk=message_id).first()
    if message is not None:
        _perform(message)


def _perform(message: Message) -> None:
    claimed = [message.pk]
    try:
        with transaction.atomic():
            claimed = _claim(message)
            if not claimed:
                return
            JOBS[message.job](*message.args)
            Message.objects.filter(pk__in=claimed).delete()
    except Exception as error:
        logger.exception("%s failed and will be tried again.", message)
        _note_failure(message, claimed, error)
    else:
        _pass_on(message)


def _claim(message: Message) -> list[int]:
    """
    Lock all messages that ask for this very work, and say which ones this run covers.

    A row commits together with the change that asked for it. So whoever sees the row before
    reading anything else reads that change too, and one run does for all rows it saw. Rows that
    commit later are not in the list and get a run of their own.

    Only the holder of the oldest row runs; the others go home. Nothing is covered (an empty list)
    if that row is locked, or was done since: then ``_pass_on`` of that run sends what is left.
    """
    same = Message.objects.same_as(message).values_list("pk", flat=True)
    oldest = same.first()
    claimed = list(same.select_for_update(skip_locked=True))
    return claimed if oldest in claimed else []


def _note_failure(message: Message, claimed: list[int], error: Exception) -> None:
    Message.objects.filter(pk__in=claimed).update(
        attempts=F("attempts") + 1,
        last_error=f"{type(error).__name__}: {error}",
        due_at=timezone.now() + message.retry_delay,
    )


def _pass_on(message: Message) -> None:
    """Send what asks for the same work since: its own message may have found us running."""
    later = Message.objects.same_as(message).first()
    if later is not None:
        broker.send(later.job, later.pk)
