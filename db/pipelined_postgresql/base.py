"""Django's PostgreSQL, which sends what is written along with what is asked next.

A write that nobody asks anything of (``db/statements.py``) waits here until the next question, the next
statement of any other kind, or the commit, and goes to the server with that: one journey instead of two.
It is in the order it was made in, and in its transaction; what the server refuses is raised where it is sent.

Who knows what will be asked later in a transaction can have it sent with the question before (``ask_ahead``):
the answer waits here until it is asked for. What somebody would like to know before a transaction begins, and can do
without, goes along with the next question as well (``ask_along``), and is forgotten with the request.

Statements of this kind are read and planned by the server once a connection, unless the setting
``prepare_threshold`` is ``None``, as it has to be behind a pooler that does not know of them.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg.pq import TransactionStatus

from db.pipelined_postgresql.journeys import Journeys, Row, Statement
from db.statements import MOST_ROWS

JUST_NOW_SECONDS = 5.0
"""A connection that was used this long ago is asked for its health only if its socket has something to say."""
PLANNING = "SET random_page_cost = 1.1; SET jit = off"
"""Tables are on a disk that turns no platter, or in memory: of a few rows each is looked up by its index. The server's own
setting is of the days when that was dear, and has all matches of a club read for the seven around a result. None of our
questions is so long that it would be worth a compiler's time."""

Question = tuple[str, tuple[Any, ...]]
"""A statement with its values."""

# Typed by hand: the stubs of Django leave out what a backend overrides.
_Django: Any = base.DatabaseWrapper


class DatabaseWrapper(_Django):  # type: ignore[misc]
    """Keeps what is to be sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unsent: list[Statement] = []
        self._ahead: dict[Question, Statement] = {}
        """What is to be sent with the next question."""
        self._inserts: dict[str, int] = {}
        """Where in what is unsent rows of a kind can still be added to others."""
        self._answers: dict[Question, list[Row]] = {}
        """To what was sent ahead, and was not asked for yet."""
        self._along: dict[Question, Statement] = {}
        """What goes with the next question, for a hint."""
        self._hints: dict[Question, list[Row]] = {}
        self._journeys: Journeys | None = None
        self._used_at = 0.0
        self.health_check_done: bool = False

    def send_later(
        self, sql: str, values: Sequence[Any], tell: Callable[[list[Row]], None] | None = None
    ) -> None:
        """Write something inside the transaction that is under way, at the latest when it commits."""
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        self._unsent.append(Statement(sql, values, tell))

    def insert_later(self, head: str, group: str, rows: Sequence[Sequence[Any]]) -> None:
        """The same of new rows: those of one kind go in one statement, in the place of the first."""
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        for row in rows:
            place = self._inserts.get(head)
            before = () if place is None else self._unsent[place].values
            number = len(before) // len(row) + 1
            if place is None or number > MOST_ROWS:
                self._inserts[head] = len(self._unsent)
                self._unsent.append(Statement(head + group, row))
            else:
                together = head + ", ".join([group] * number)
                self._unsent[place] = Statement(together, [*before, *row])

    def ask(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """The rows of a question that comes again and again, after all that is to be sent before it."""
        self.validate_thread_sharing()
        if self._answers and (known := self._answers.pop((sql, tuple(values)), None)) is not None:
            return known
        self.close_if_health_check_failed()
        self.ensure_connection()
        self.validate_no_broken_transaction()
        rows: list[Row] = []
        asked = Statement(sql, values, rows.extend)
        self._send([*self._unsent, asked, *self._ahead.values(), *self._along.values()])
        self._used_at = time.monotonic()
        return rows

    def ask_ahead(self, sql: str, values: Sequence[Any]) -> None:
        """Send a question right after the next one; in this transaction it is then answered from here."""
        self.validate_thread_sharing()
        if self.in_atomic_block:
            question = sql, tuple(values)
            self._ahead[question] = Statement(sql, values, partial(self._learn, question))

    def _learn(self, question: Question, rows: list[Row]) -> None:
        self._answers[question] = rows

    def ask_along(self, sql: str, values: Sequence[Any]) -> None:
        """Send a question right after the next one; what it is answered is a ``hint``, until this request ends."""
        self.validate_thread_sharing()
        question = sql, tuple(values)
        self._along[question] = Statement(sql, values, partial(self._hints.__setitem__, question))

    def hint(self, sql: str, values: Sequence[Any]) -> list[Row] | None:
        """What was answered to a question that went along, which need not be so any more; nothing if none did."""
        return self._hints.get((sql, tuple(values)))

    def close_if_unusable_or_obsolete(self) -> None:
        """Before and after each request."""
        self._along.clear()
        self._hints.clear()
        super().close_if_unusable_or_obsolete()

    def _forget(self) -> None:
        """What was to be sent, and what was answered ahead, ends with the transaction or the connection."""
        self._unsent.clear()
        self._inserts.clear()
        self._ahead.clear()
        self._answers.clear()

    def send_unsent(self) -> None:
        """Have the server do all that it was not sent yet."""
        if self._unsent:
            self.ensure_connection()
            self._send(self._unsent)

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

    def init_connection_state(self) -> None:
        """A new connection."""
        super().init_connection_state()
        with self.connection.cursor() as cursor:
            cursor.execute(PLANNING)
        if not self.get_autocommit():
            self.connection.commit()

    def connect(self) -> None:
        """What was to be sent went with the connection before."""
        self._forget()
        super().connect()

    @property
    def _begins(self) -> bool:
        """Whether the next statement is sent after a BEGIN of its own."""
        connection = self.connection
        return (
            not connection.autocommit
            and connection.info.transaction_status == TransactionStatus.IDLE
        )

    def _send(self, statements: Sequence[Statement], *, commits: bool = False) -> None:
        """These, among which is all that is to be sent."""
        self._unsent = []
        self._inserts.clear()
        self._ahead.clear()
        self._along.clear()
        if self._journeys is None or self._journeys.connection is not self.connection:
            self._journeys = Journeys(self.connection)
        try:
            with self.wrap_database_errors:
                self._journeys.make(statements, begins=self._begins, commits=commits)
        except Exception:
            # Something of this transaction is missing: it must not be committed.
            self.needs_rollback = self.in_atomic_block
            raise

    def _cursor(self, name: str | None = None) -> Any:
        self.send_unsent()
        cursor = super()._cursor(name)
        self._used_at = time.monotonic()
        return cursor

    def make_cursor(self, cursor: Any) -> _InOrder:
        """One that may be kept open while others write."""
        return _InOrder(cursor, self)

    def _commit(self) -> None:
        if self._unsent and self.connection is not None:
            self._send(self._unsent, commits=True)
        else:
            super()._commit()
        self._forget()

    def _rollback(self) -> None:
        self._forget()
        super()._rollback()

    def _savepoint_rollback(self, sid: str) -> None:
        # Whatever was made before the savepoint was sent with it.
        self._forget()
        super()._savepoint_rollback(sid)

    def close(self) -> None:
        """What was to be sent belongs to a transaction that ends here."""
        self._forget()
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


def _is_quiet(connection: Any) -> bool:
    """Whether nothing has come from the server: an idle connection that can be read was ended by it."""
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
