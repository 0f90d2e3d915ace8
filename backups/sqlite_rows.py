"""The rows of an SQLite database as text, and text as rows of one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from backups.row_text import ESCAPES, NOTHING, in_chunks, lines, values
from backups.tables import Column, Kind, Table

Converter = Callable[[str], object]

_ANY_ESCAPED = r"'*[' || char(8) || '-' || char(13) || '\]*'"
_ESCAPING = [(f"char({ord(meant)})", f"'\\{letter}'") for letter, meant in ESCAPES.items()]


class SQLiteRows:
    """Reads and writes rows through one connection, in whatever transaction that is."""

    engine = "sqlite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # SQLite itself writes 15 digits, which is not always the same number.
        connection.create_function("exactly", 1, _exactly, deterministic=True)

    def read(self, table: Table) -> Iterator[bytes]:
        """All rows of a table by their key, as text in chunks."""
        row = " || char(9) || ".join(
            f"coalesce({_as_text(column)}, '{NOTHING}')" for column in table.columns
        )
        found = self._connection.execute(
            f"SELECT {row} || char(10) FROM {_quoted(table.name)} ORDER BY {_quoted(table.key.name)}"  # noqa: S608
        )
        return in_chunks(line.encode() for (line,) in found)

    def write(self, table: Table, chunks: Iterable[bytes], *, origin: str) -> None:
        """Add the rows that are written in a text from a database of that engine."""
        names = ", ".join(_quoted(column.name) for column in table.columns)
        places = ", ".join(
            _from_text(column, number) for number, column in enumerate(table.columns, start=1)
        )
        self._connection.executemany(
            f"INSERT INTO {_quoted(table.name)} ({names}) VALUES ({places})",  # noqa: S608
            _converted(table, lines(chunks), foreign=origin != self.engine),
        )

    @contextmanager
    def unindexed(self) -> Iterator[None]:
        """Without the indexes while the block runs."""
        found = self._connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall()
        for name, _ in found:
            self._connection.execute(f"DROP INDEX {_quoted(name)}")
        yield
        for _, statement in found:
            self._connection.execute(statement)

    def clear(self, table: Table) -> None:
        """Take all rows out."""
        self._connection.execute(f"DELETE FROM {_quoted(table.name)}")  # noqa: S608

    def is_empty(self, table: Table) -> bool:
        """Whether it has no row."""
        found = self._connection.execute(f"SELECT 1 FROM {_quoted(table.name)} LIMIT 1")  # noqa: S608
        return found.fetchone() is None

    def last_number(self, table: Table) -> int:
        """The highest number a row ever had, though that row may be gone."""
        found = self._connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = ?", [table.name]
        ).fetchone()
        return found[0] if found else 0

    def count_from(self, table: Table, number: int) -> None:
        """Give the next row a number above this one."""
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", [table.name])
        if number:
            self._connection.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table.name, number]
            )


@contextmanager
def snapshot(database: BaseDatabaseWrapper) -> Iterator[SQLiteRows]:
    """One state of the database, whatever is written meanwhile; nobody waits for us."""
    path = Path(database.get_connection_params()["database"]).absolute()
    # Not Django's connection: its transactions are for writing, one at a time.
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.isolation_level = None
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield SQLiteRows(connection)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _exactly(number: float | None) -> str | None:
    return None if number is None else repr(float(number))


def _as_text(column: Column) -> str:
    """The expression that writes a value of this column."""
    name = _quoted(column.name)
    match column.kind:
        case Kind.BOOLEAN:
            return f"CASE {name} WHEN 1 THEN 't' WHEN 0 THEN 'f' END"
        case Kind.TIME:
            return f"CASE length({name}) WHEN 19 THEN {name} || '.000000' ELSE {name} END"
        case Kind.FLOAT:
            return f"exactly({name})"
        case Kind.DECIMAL:
            return f"CASE WHEN {name} IS NOT NULL THEN printf('%.{column.places}f', {name}) END"
        case Kind.BYTES:
            return rf"'\\x' || lower(hex({name}))"
        case Kind.JSON:
            return _escaped(name)
        case Kind.TEXT:
            # Few have anything to escape, and to look for it once takes half as long as seven times.
            return f"CASE WHEN {name} GLOB {_ANY_ESCAPED} THEN {_escaped(name)} ELSE {name} END"
    return name


def _escaped(text: str) -> str:
    for meant, written in _ESCAPING:
        text = f"replace({text}, {meant}, {written})"
    return text


def _from_text(column: Column, number: int) -> str:
    """The expression that stores a value as Django would."""
    match column.kind:
        case Kind.BOOLEAN:
            return f"?{number} = 't'"
        case Kind.TIME:
            return f"CASE substr(?{number}, 20) WHEN '.000000' THEN substr(?{number}, 1, 19) ELSE ?{number} END"
    return f"?{number}"


def _converted(
    table: Table, rows: Iterable[str], *, foreign: bool
) -> Iterator[list[str | object | None]]:
    converters: dict[Kind, Converter] = {Kind.FLOAT: float, Kind.BYTES: _bytes}
    if foreign:
        converters[Kind.JSON] = _as_django_writes_it
    needed = [
        (place, converters[column.kind])
        for place, column in enumerate(table.columns)
        if column.kind in converters
    ]
    for line in rows:
        row: list[str | object | None] = list(values(line))
        for place, convert in needed:
            if row[place] is not None:
                row[place] = convert(row[place])  # type: ignore[arg-type]
        yield row


def _bytes(written: str) -> bytes:
    return bytes.fromhex(written[2:])


@lru_cache(maxsize=1024)
def _as_django_writes_it(written: str) -> str:
    """JSON in the spelling by which Django looks for it."""
    return json.dumps(json.loads(written))
