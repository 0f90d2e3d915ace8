"""What a job is, and how one is run so that its effect and its completion are one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ParamSpec

from django.db import InterfaceError, OperationalError, models, transaction
from django.db.models import F
from django.utils import timezone

from operations import metrics, request_ids
from outbox.models import Message

P = ParamSpec("P")

MOST_AT_ONCE = 500
"""How many messages one run of a job for many takes; the next one goes on from there."""

MOST_NAMED = 20
"""How many requests a line of the log names."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """A function that services ask for by its name."""

    function: Callable[..., None]
    for_many: bool = False
    """One run takes the arguments of all messages that wait."""
    read: Callable[..., object] | None = None
    """What it does first, with the same arguments, while nobody has to wait for it; the answer is its first argument.
    Of a job for many these may be more than are done in the end."""


JOBS: dict[str, Job] = {}
"""Every job by its name, ``<app>.<function>``."""


def job(function: Callable[P, None]) -> Callable[P, None]:
    """
    Make a function a job that services ask for with ``enqueue("<app>.<function>", …)``.

    It gets primitive arguments, runs inside one transaction, and must be safe to run again.
    The function itself stays as it is and can be called directly.
    """
    _register(Job(function))
    return function


def batch_job(function: Callable[P, None]) -> Callable[P, None]:
    """
    Make a function a job that takes any number of arguments, and those of many messages in one run.

    For work that costs little more for ten than for one. What failed once is tried alone after
    that, so that nothing that can be done waits for it.
    """
    _register(Job(function, for_many=True))
    return function


def batch_job_that_reads(
    read: Callable[..., object],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """
    The same for a job that is given what was read for it, as its first argument, before its transaction began.

    For what takes long to read and is quickly written: results do not wait for it, which on SQLite
    they would, with its one writer.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        _register(Job(function, for_many=True, read=read))
        return function

    return register


def _register(asked_for: Job) -> None:
    function = asked_for.function
    JOBS[f"{function.__module__.partition('.')[0]}.{function.__name__}"] = asked_for


def work_of(message: Message) -> str:
    """What a message asks for: two that ask for the same are done by one run."""
    return message.job if _goes_with_others(message) else str(message)


def perform(message: Message) -> bool:
    """Do what a message asks for, with all that ask for the same; False if others are at it, or the database is away."""
    with request_ids.working_for(message.request_id, job=message.job):
        return _perform(message)


def _perform(message: Message) -> bool:
    claimed = [message]
    started = time.perf_counter()
    try:
        work = JOBS[message.job]
        # Seen before anything is read: what is asked for later may not be in it.
        seen = dict(_same_work(message).values_list("pk", "args")[:MOST_AT_ONCE])
        read = [work.read(*_arguments(message, seen.values()))] if work.read and seen else []
        with transaction.atomic():
            claimed = _claim(list(seen))
            if not claimed:
                return False
            work.function(*read, *_arguments(message, (one.args for one in claimed)))
            _rows(claimed).delete()
    except (OperationalError, InterfaceError):
        # The database was away, full or too busy, which says nothing about the job: it is not made to
        # wait longer and longer. Should this fail as well, the sweep comes when the message is due.
        logger.exception("%s waits for the database.", _described(claimed))
        _rows(claimed).update(due_at=timezone.now() + Message().retry_delay)
        _count(message, "failed", started)
        return False
    except Exception as error:
        logger.exception("%s failed and will be tried again.", _described(claimed))
        _note_failure(message, claimed, error)
        _count(message, "failed", started)
    else:
        _count(message, "done", started)
        _account_for(claimed)
    return True


def _count(message: Message, outcome: str, started: float) -> None:
    metrics.count_job(job=message.job, outcome=outcome, seconds=time.perf_counter() - started)


def _account_for(done: Sequence[Message]) -> None:
    """How long each change had to wait for what follows from it, and whose it was: one run may do for many."""
    now = timezone.now()
    for message in done:
        lag = (now - message.created_at).total_seconds()
        metrics.JOB_LAG_SECONDS.labels(message.job).observe(lag)
    others = sorted({one.request_id for one in done if one.request_id} - {request_ids.current()})
    logger.info("done", extra={"also_for": " ".join(others[:MOST_NAMED])} if others else {})


def _claim(seen: Sequence[int]) -> list[Message]:
    """
    Lock the messages that were seen to ask for this very work, and say which ones this run covers.

    A row commits together with the change that asked for it. So whoever sees the row before
    reading anything else reads that change too, and one run does for all rows it saw. Rows that
    commit later are not in the list and get a run of their own.

    Only the holder of the oldest row runs; the others go home. Nothing is covered (an empty list)
    if that row is locked, or was done since: whoever holds it looks again afterwards.
    """
    rows = Message.objects.filter(pk__in=seen).order_by("pk").select_for_update(skip_locked=True)
    claimed = list(rows)
    return claimed if claimed and claimed[0].pk == seen[0] else []


def _same_work(message: Message) -> models.QuerySet[Message]:
    if _goes_with_others(message):
        return Message.objects.filter(job=message.job, attempts=0).order_by("pk")
    return Message.objects.same_as(message)


def _goes_with_others(message: Message) -> bool:
    known = JOBS.get(message.job)
    return known is not None and known.for_many and not message.attempts


def _arguments(message: Message, of_all: Iterable[Sequence[object]]) -> list[object]:
    if _goes_with_others(message):
        return [argument for args in of_all for argument in args]
    return list(message.args)


def _rows(messages: Sequence[Message]) -> models.QuerySet[Message]:
    return Message.objects.filter(pk__in=[message.pk for message in messages])


def _described(claimed: Sequence[Message]) -> str:
    return ", ".join(sorted({str(message) for message in claimed}))


def _note_failure(message: Message, claimed: Sequence[Message], error: Exception) -> None:
    _rows(claimed).update(
        attempts=F("attempts") + 1,
        last_error=f"{type(error).__name__}: {error}",
        due_at=timezone.now() + message.retry_delay,
    )
