"""The rows of a PostgreSQL database as text, and text as rows of one: COPY does the work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Connection, sql

from backups.row_text import in_chunks
from backups.tables import Column, Kind, Table

_INDEXES = """
    SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = current_schema::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
"""
_FOREIGN_KEYS = """
    SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema::regnamespace
"""


class PostgreSQLRows:
    """Reads and writes rows through one connection, in whatever transaction that is."""

    engine = "postgresql"

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        for name, value in (("TimeZone", "UTC"), ("bytea_output", "hex")):
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])

    def read(self, table: Table) -> Iterator[bytes]:
        """All rows of a table by their key, as text in chunks."""
        key = sql.Identifier(table.key.name)
        query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
            sql.SQL(", ").join(map(_as_text, table.columns)),
            sql.Identifier(table.name),
            # As SQLite sorts, which knows no language.
            sql.SQL('{} COLLATE "C"').format(key) if table.key.kind is Kind.TEXT else key,
        )
        with self._connection.cursor() as cursor, cursor.copy(query) as copy:
            yield from in_chunks(bytes(block) for block in copy)

    def write(self, table: Table, chunks: Iterable[bytes], *, origin: str) -> None:  # noqa: ARG002
        """Add the rows that are written in a text; it reads that of both engines."""
        query = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table.name),
            sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns),
        )
        with self._connection.cursor() as cursor, cursor.copy(query) as copy:
            for chunk in chunks:
                copy.write(chunk)

    @contextmanager
    def unindexed(self) -> Iterator[None]:
        """Without indexes and foreign keys while the block runs; primary keys and unique ones stay."""
        indexes = self._connection.execute(_INDEXES).fetchall()
        keys = self._connection.execute(_FOREIGN_KEYS).fetchall()
        for name, _ in indexes:
            self._execute(f"DROP INDEX {name}")
        for table, name, _ in keys:
            self._execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        yield
        for _, statement in indexes:
            self._execute(statement)
        for table, name, definition in keys:
            self._execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")

    def _execute(self, statement: str) -> None:
        """Run what PostgreSQL itself has written."""
        self._connection.execute(statement.encode())

    def clear(self, table: Table) -> None:
        """Take all rows out."""
        self._connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))

    def is_empty(self, table: Table) -> bool:
        """Whether it has no row."""
        query = sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(table.name))
        return self._connection.execute(query).fetchone() is None

    def last_number(self, table: Table) -> int:
        """The highest number a row ever had, though that row may be gone."""
        query = sql.SQL(
            "SELECT greatest(CASE WHEN is_called THEN last_value ELSE 0 END,"
            " (SELECT max({}) FROM {})) FROM {}"
        ).format(
            sql.Identifier(table.key.name),
            sql.Identifier(table.name),
            sql.Identifier(*self._counter(table)),
        )
        found = self._connection.execute(query).fetchone()
        assert found is not None
        number: int = found[0]
        return number

    def count_from(self, table: Table, number: int) -> None:
        """Give the next row a number above this one."""
        self._connection.execute(
            "SELECT setval(format('%%I.%%I', %s::text, %s::text)::regclass, %s, %s)",
            [*self._counter(table), max(number, 1), number > 0],
        )

    def _counter(self, table: Table) -> tuple[str, str]:
        """The schema and the name of the sequence that numbers its rows."""
        found = self._connection.execute(
            "SELECT nspname, relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE pg_class.oid = pg_get_serial_sequence(%s, %s)::regclass",
            [f'"{table.name}"', table.key.name],
        ).fetchone()
        assert found is not None
        return found[0], found[1]


@contextmanager
def snapshot(database: BaseDatabaseWrapper) -> Iterator[PostgreSQLRows]:
    """One state of the database, whatever is written meanwhile; nobody waits for us."""
    own = connections.create_connection(database.alias)
    own.ensure_connection()
    try:
        own.connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield PostgreSQLRows(own.connection)
    finally:
        own.close()


def _as_text(column: Column) -> sql.Composable:
    """The expression that writes a value of this column."""
    name = sql.Identifier(column.name)
    if column.kind is Kind.TIME:
        return sql.SQL("to_char({}, 'YYYY-MM-DD HH24:MI:SS.US')").format(name)
    return name
