"""A row that nobody else can change until the transaction ends."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import TypeVar

from django.db import OperationalError, connection, models, transaction

from rules_core.errors import Conflict

M = TypeVar("M", bound=models.Model)
T = TypeVar("T")

_LOCK_NOT_AVAILABLE = "55P03"


_TRIES = 6
_PAUSE = 0.05
"""Seconds; each further try waits longer."""


class TooBusy(Conflict):
    """Others kept changing what was to be held."""

    code = "too_busy"


class Gone(Conflict):
    """It was deleted since the asker last looked."""

    code = "gone"


def locked_row(rows: models.QuerySet[M], pk: int) -> M:
    """One of these rows as it is now, locked; what comes with it (``select_related``) is not.

    The lock is the one an update takes: rows that refer to it can still be written.
    """
    return still_there(
        rows.select_for_update(of=("self",), no_key=True).filter(pk=pk).order_by().first()
    )


def hold_what_is_referred_to() -> None:
    """Wait for those who hold rows that ours refer to, and keep them from being held by others.

    PostgreSQL does so when it checks foreign keys, which Django leaves to the end of the transaction. On
    SQLite only one writes at a time.
    """
    if connection.vendor == "postgresql":
        connection.check_constraints()


def held_at_once(lock: Callable[[], T]) -> T:
    """What ``lock`` returns once it got all its rows without waiting for any (``nowait=True``).

    For rare changes that need rows from everywhere, which could not be asked for in the order that
    everybody else keeps to. Whoever never waits while holding something is part of no deadlock.
    """
    for attempt in range(1, _TRIES + 1):
        try:
            with transaction.atomic():
                return lock()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != _LOCK_NOT_AVAILABLE:
                raise
            sleep(_PAUSE * attempt)
    raise TooBusy("Results are coming in too fast for this change. Try again.")


def still_there(found: T | None) -> T:
    """What was looked for by a number that was right a moment ago."""
    if found is None:
        raise Gone("This was deleted in the meantime. Load the page again.")
    return found
