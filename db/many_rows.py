"""Many rows into a table at once, without an instance for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import Any

from django.db import connection
from django.db.models import Model

_AT_ONCE = 500
"""Rows of one statement: SQLite takes some 32,000 values."""


def append_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Append rows: by COPY on PostgreSQL, by one statement for many elsewhere."""
    table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001
    names = ", ".join(map(connection.ops.quote_name, columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            types = [_type(model, column) for column in columns]
            # Numbers and times need not become text and numbers again.
            binary = "" if "jsonb" in types else " (FORMAT BINARY)"
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN{binary}") as copy:
                if binary:
                    copy.set_types(types)
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            # Names of ours, no words of anybody's.
            statement = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608
            cursor.executemany(statement, list(_as_stored(rows)))


def put_rows(
    model: type[Model], columns: Sequence[str], key: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Add rows, or write over those that are there with the same values in the columns of a unique key."""
    quoted = connection.ops.quote_name
    table = quoted(model._meta.db_table)  # noqa: SLF001
    written = ", ".join(
        f"{quoted(column)} = EXCLUDED.{quoted(column)}" for column in columns if column not in key
    )
    names, same = (", ".join(map(quoted, some)) for some in (columns, key))
    one = f"({', '.join(['%s'] * len(columns))})"
    rest = _as_stored(rows)
    with connection.cursor() as cursor:
        while some := list(islice(rest, _AT_ONCE)):
            # Names of ours, no words of anybody's.
            statement = (
                f"INSERT INTO {table} ({names}) VALUES {', '.join([one] * len(some))}"  # noqa: S608
                f" ON CONFLICT ({same}) DO UPDATE SET {written}"
            )
            cursor.execute(statement, list(chain.from_iterable(some)))


def _type(model: type[Model], column: str) -> str:
    """What the database calls the type of a column, without its length."""
    fields = {field.column: field for field in model._meta.concrete_fields}  # noqa: SLF001
    return str(fields[column].db_type(connection)).partition("(")[0]


def _as_stored(rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    stored = connection.ops.adapt_datetimefield_value
    for row in rows:
        yield [stored(value) if isinstance(value, datetime) else value for value in row]
