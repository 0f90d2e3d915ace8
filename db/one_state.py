"""Reading many rows as they were at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


def can_be_held() -> bool:
    """Whether a moment can be held: not inside a transaction, which has begun to see what others commit."""
    return not connection.in_atomic_block


@contextmanager
def one_state() -> Iterator[None]:
    """All that is read here is of one moment, and nobody waits for it. Nothing can be written."""
    database: Any = connection
    if database.vendor == "sqlite":
        with database.without_lock(), transaction.atomic(durable=True):
            yield
    else:
        with transaction.atomic(durable=True):
            with database.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
