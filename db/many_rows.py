"""Many rows into a table at once, without an instance for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model


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


def _type(model: type[Model], column: str) -> str:
    """What the database calls the type of a column, without its length."""
    fields = {field.column: field for field in model._meta.concrete_fields}  # noqa: SLF001
    return str(fields[column].db_type(connection)).partition("(")[0]


def _as_stored(rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    stored = connection.ops.adapt_datetimefield_value
    for row in rows:
        yield [stored(value) if isinstance(value, datetime) else value for value in row]
