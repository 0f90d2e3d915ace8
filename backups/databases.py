"""The two databases behind one face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from django.db.backends.base.base import BaseDatabaseWrapper

from backups import postgresql_rows, sqlite_rows
from backups.tables import Table


class Rows(Protocol):
    """Reads and writes the rows of a database as text."""

    engine: str

    def read(self, table: Table) -> Iterator[bytes]:
        """All rows of a table by their key, as text in chunks."""
        ...

    def write(self, table: Table, chunks: Iterable[bytes], *, origin: str) -> None:
        """Add the rows that are written in a text from a database of that engine."""
        ...

    def unindexed(self) -> AbstractContextManager[None]:
        """
        Without what has to be looked up for each row while the block runs, which adds many.

        To make the indexes again at the end, and to check foreign keys then, takes a fraction of
        the time: row by row, each is looked up somewhere else in a file that does not fit into memory.
        """
        ...

    def clear(self, table: Table) -> None:
        """Take all rows out."""
        ...

    def is_empty(self, table: Table) -> bool:
        """Whether it has no row."""
        ...

    def last_number(self, table: Table) -> int:
        """The highest number a row ever had, though that row may be gone."""
        ...

    def count_from(self, table: Table, number: int) -> None:
        """Give the next row a number above this one."""
        ...


def snapshot(database: BaseDatabaseWrapper) -> AbstractContextManager[Rows]:
    """One state of the database, whatever is written meanwhile; nobody waits for us."""
    if database.vendor == "sqlite":
        return sqlite_rows.snapshot(database)
    return postgresql_rows.snapshot(database)


def rows_of(database: BaseDatabaseWrapper) -> Rows:
    """The rows as the transaction under way sees them."""
    database.ensure_connection()
    if database.vendor == "sqlite":
        return sqlite_rows.SQLiteRows(database.connection)
    return postgresql_rows.PostgreSQLRows(database.connection)
