"""The shortest way from a statement that comes again and again to the database.

Django's own way takes longer than SQLite takes to answer, and costs PostgreSQL a plan and a journey for each
statement. Here SQLite is asked directly; PostgreSQL plans a statement once, and gets writes along with
what comes next (``db/pipelined_postgresql``). Where somebody counts or watches statements, or stands in their
way, they go through Django, which sees only its own.

This is for statements that find a few rows by a key: one that is planned for any value may be slow for some.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connections, transaction

Row = tuple[Any, ...]

MOST_ROWS = 4
"""That are written by one statement: it is planned for each number of them."""

_PLACE = re.compile(r"(?<!%)%s")


class Later:
    """The number that a write returns, known once it was sent: at the latest when it has committed."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._is_known = False

    def tell(self, rows: list[Row]) -> None:
        """It was sent, and this came back."""
        self._number, self._is_known = (rows[0][0] if rows else None), True

    @property
    def number(self) -> int | None:
        """Sent now, if it has not been; nothing if no row was written to."""
        if not self._is_known and isinstance(connection := connections["default"], _pipelined()):
            connection.send_unsent()
        return self._number


def ask(sql: str, values: Sequence[Any], connection: Any = None) -> list[Row]:
    """The rows of a question."""
    connection = connection or connections["default"]
    if _is_watched(connection):
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall())
    if connection.vendor == "sqlite":
        return list(_execute(connection, sql, values).fetchall())
    return list(connection.ask(sql, values))


def ask_ahead(sql: str, values: Sequence[Any], connection: Any = None) -> None:
    """
    Send a question along with the next one, where that saves time: whoever asks it later in this transaction has the answer.

    For what no other transaction can change by then, because the question before it locks it, or it does so
    itself; and what nothing that this transaction writes in between would change.
    """
    connection = connection or connections["default"]
    if sends_together(connection):
        connection.ask_ahead(sql, values)


def ask_along(sql: str, values: Sequence[Any], connection: Any = None) -> None:
    """
    Send a question along with the next one, in a transaction or not, where that saves time.

    What is answered is for a ``hint`` in the same request: it may have changed by the time somebody needs it.
    """
    connection = connection or connections["default"]
    if sends_together(connection):
        connection.ask_along(sql, values)


def hint(sql: str, values: Sequence[Any], connection: Any = None) -> list[Row] | None:
    """What was answered to a question that was sent along; nothing if it was not."""
    connection = connection or connections["default"]
    return connection.hint(sql, values) if sends_together(connection) else None


def write(sql: str, rows: Sequence[Sequence[Any]], connection: Any = None) -> None:
    """The same write for each of these rows of values; sent with what comes next, where that saves time."""
    connection = connection or connections["default"]
    if _is_watched(connection) or not connection.in_atomic_block:
        with transaction.mark_for_rollback_on_error("default"), connection.cursor() as cursor:
            cursor.executemany(sql, rows)
    elif connection.vendor == "sqlite":
        for values in rows:
            _write(connection, sql, values)
    else:
        for values in rows:
            connection.send_later(sql, values)


def insert(head: str, group: str, rows: Sequence[Sequence[Any]], connection: Any = None) -> None:
    """
    Add rows: a statement up to its ``VALUES``, and the marks of one row.

    Where that saves time they go along with others of the same kind that were to be added before, ahead of what was
    to be written in between: nothing else of a transaction may write to a row that it has added like this.
    """
    connection = connection or connections["default"]
    if sends_together(connection) and connection.in_atomic_block:
        connection.insert_later(head, group, rows)
    else:
        write(head + group, rows, connection)


def write_and_learn(sql: str, values: Sequence[Any]) -> Later:
    """The same, of one row, where the write returns a number."""
    connection: Any = connections["default"]
    later = Later()
    is_at_once = _is_watched(connection) or not connection.in_atomic_block
    if not is_at_once and connection.vendor != "sqlite":
        connection.send_later(sql, values, later.tell)
        return later
    with transaction.mark_for_rollback_on_error("default"):
        later.tell(ask(sql, values, connection))
    return later


def _write(connection: Any, sql: str, values: Sequence[Any]) -> None:
    """In the transaction that is under way, which cannot be committed if this is refused."""
    try:
        _execute(connection, sql, values)
    except Exception as error:
        # As ``mark_for_rollback_on_error``, which costs as much as the statement.
        connection.needs_rollback, connection.rollback_exc = True, error
        raise


def _execute(connection: Any, sql: str, values: Sequence[Any]) -> Any:
    """As Django's cursor does, with the same checks before."""
    connection.validate_thread_sharing()
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        return connection.connection.execute(_for_sqlite(sql), values)


@cache
def _for_sqlite(sql: str) -> str:
    """Its own marks for values; the statements that come here are few."""
    return _PLACE.sub("?", sql).replace("%%", "%")


def sends_together(connection: Any) -> bool:
    """Whether there are journeys to save."""
    return connection.vendor != "sqlite" and not _is_watched(connection)


def _is_watched(connection: Any) -> bool:
    if connection.force_debug_cursor or connection.execute_wrappers or _logs_queries():
        return True
    return connection.vendor != "sqlite" and not isinstance(connection, _pipelined())


@cache
def _logs_queries() -> bool:
    """Whether Django keeps all queries, as it does while somebody looks for a mistake."""
    return bool(settings.DEBUG)


@cache
def _pipelined() -> type[Any]:
    """Loaded where PostgreSQL is: a club's own machine needs no driver for it."""
    if connections["default"].vendor != "postgresql":
        return _Never
    from db.pipelined_postgresql.base import DatabaseWrapper

    return DatabaseWrapper


class _Never:
    """What no connection is."""
