"""Whether this installation is fit to serve, and if not, which part is to blame."""

from __future__ import annotations

from typing import TypedDict

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min
from django.utils import timezone

from outbox import job_process, worker_signals
from outbox.models import Message

OLDEST_SECONDS = 120
"""A job that waits longer than this was not overtaken by others: nobody does it."""


class Finding(TypedDict):
    """One part and how it is."""

    ok: bool
    detail: str


def findings() -> dict[str, Finding]:
    """Every part by its name; with no database the others cannot be asked."""
    database = _database()
    if not database["ok"]:
        return {"database": database}
    return {
        "database": database,
        "migrations": _migrations(),
        "outbox": _outbox(),
        "worker": _worker(),
    }


def _database() -> Finding:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        return Finding(ok=False, detail=f"{type(error).__name__}: no answer")
    return Finding(ok=True, detail=connection.vendor)


def _migrations() -> Finding:
    missing = _missing_migrations()
    return Finding(ok=not missing, detail=f"{missing} not applied")


_migrated = False


def _missing_migrations() -> int:
    """How many the code has and the database has not; looked up until there are none."""
    global _migrated
    if _migrated:
        return 0
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    _migrated = not plan
    return len(plan)


def _outbox() -> Finding:
    """Jobs that fail are counted, but one bad job does not make the whole place unfit."""
    waiting = Message.objects.filter(attempts=0)
    oldest = waiting.aggregate(at=Min("created_at"))["at"]
    age = (timezone.now() - oldest).total_seconds() if oldest else 0.0
    failing = Message.objects.filter(attempts__gt=0).count()
    return Finding(
        ok=age < OLDEST_SECONDS,
        detail=f"{waiting.count()} waiting, the oldest for {age:.0f} s, {failing} failing",
    )


def _worker() -> Finding:
    alive = job_process.is_alive() if settings.OWN_JOBS else worker_signals.any_alive()
    return Finding(ok=alive, detail="alive" if alive else "no sign of life")
