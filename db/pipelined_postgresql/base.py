"""Django's PostgreSQL, which sends what is written along with what is asked next.

A write that nobody asks anything of (``db/statements.py``) waits here until the next question, the next
statement of any other kind, or the commit, and goes to the server with that: one journey instead of two.
It is in the order it was made in, and in its transaction; what the server refuses is raised where it is sent.

Statements of this kind are read and planned by the server once a connection, unless the setting
``prepare_threshold`` is ``None``, as it has to be behind a pooler that does not know of them.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8

JUST_NOW_SECONDS = 5.0
"""A connection that was used this long ago is asked for its health only if its socket has something to say."""

Row = tuple[Any, ...]
Unsent = tuple[str, Sequence[Any], Callable[[Row], None] | None]
"""A statement, its values, and who wants to know the row that it returns."""


# Typed by hand: the stubs of Django leave out what a backend overrides.
_Django: Any = base.DatabaseWrapper


class DatabaseWrapper(_Django):  # type: ignore[misc]
    """Keeps what is to be sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unsent: list[Unsent] = []
        self._used_at = 0.0
        self.health_check_done: bool = False

    def send_later(
        self, sql: str, values: Sequence[Any], tell: Callable[[Row], None] | None = None
    ) -> None:
        """Write something inside the transaction that is under way, at the latest when it commits."""
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        self._unsent.append((sql, values, tell))

    def ask(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """The rows of a question that comes again and again, after all that is to be sent before it."""
        self.validate_thread_sharing()
        self.close_if_health_check_failed()
        self.ensure_connection()
        self.validate_no_broken_transaction()
        cursor = Cursor(self.connection)
        with self.wrap_database_errors:
            if self._begins or self._unsent:
                self._send_all(lambda: cursor.execute(sql, _typed(values)))
            else:
                cursor.execute(sql, _typed(values))
            self._used_at = time.monotonic()
            return cursor.fetchall()

    def send_unsent(self) -> None:
        """Have the server do all that it was not sent yet."""
        if self._unsent:
            self.ensure_connection()
            with self.wrap_database_errors:
                self._send_all(None)

    def close_if_health_check_failed(self) -> None:
        """A server that has gone away has closed the connection, which can be seen without asking."""
        if (
            self.connection is not None
            and not self.health_check_done
            and time.monotonic() - self._used_at < JUST_NOW_SECONDS
            and _is_quiet(self.connection)
        ):
            self.health_check_done = True
        super().close_if_health_check_failed()

    def connect(self) -> None:
        """What was to be sent went with the connection before."""
        self._unsent.clear()
        super().connect()

    @property
    def _begins(self) -> bool:
        """Whether the next statement is sent after a BEGIN of its own."""
        connection = self.connection
        return (
            not connection.autocommit
            and connection.info.transaction_status == TransactionStatus.IDLE
        )

    def _send_all(self, last: Callable[[], object] | None) -> None:
        unsent, self._unsent = self._unsent, []
        told = []
        try:
            with self.connection.pipeline():
                for sql, values, tell in unsent:
                    cursor = Cursor(self.connection)
                    cursor.execute(sql, _typed(values))
                    if tell is not None:
                        told.append((cursor, tell))
                if last is not None:
                    last()
        except Exception:
            # Something of this transaction is missing: it must not be committed.
            self.needs_rollback = self.in_atomic_block
            raise
        for cursor, tell in told:
            if row := cursor.fetchone():
                tell(row)

    def _cursor(self, name: str | None = None) -> Any:
        self.send_unsent()
        cursor = super()._cursor(name)
        self._used_at = time.monotonic()
        return cursor

    def make_cursor(self, cursor: Any) -> _InOrder:
        """One that may be kept open while others write."""
        return _InOrder(cursor, self)

    def _commit(self) -> None:
        if self._unsent and self.connection is not None and not self._begins:
            with self.wrap_database_errors:
                self._send_all(self.connection.commit)
            return
        self.send_unsent()
        super()._commit()

    def _rollback(self) -> None:
        self._unsent.clear()
        super()._rollback()

    def _savepoint_rollback(self, sid: str) -> None:
        # Whatever was made before the savepoint was sent with it.
        self._unsent.clear()
        super()._savepoint_rollback(sid)

    def close(self) -> None:
        """What was to be sent belongs to a transaction that ends here."""
        self._unsent.clear()
        super().close()


class _InOrder(CursorWrapper):
    """A cursor of Django's: what it sends comes after what was to be sent before."""

    def execute(self, sql: Any, params: Any = None) -> Any:
        """Send it."""
        self.db.send_unsent()
        return super().execute(sql, params)

    def executemany(self, sql: Any, param_list: Any) -> Any:
        """Send all of it."""
        self.db.send_unsent()
        return super().executemany(sql, param_list)


def _typed(values: Sequence[Any]) -> list[Any]:
    """Every number of one type: psycopg would take the smallest, and have the statement planned for each."""
    return [Int8(value) if type(value) is int else value for value in values]


def _is_quiet(connection: Any) -> bool:
    """Whether nothing has come from the server: an idle connection that can be read was ended by it."""
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
