"""Ratings and their changes go into their tables many at once, changes without an instance for each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from matches.models import RatingChange


class Change(NamedTuple):
    """A row of ``RatingChange``, by the names of its columns."""

    pool_id: str
    player_id: int
    match_id: int
    won: bool
    length: int
    at: datetime
    before: float
    after: float
    experience: int
    deviation_before: float | None = None
    deviation: float | None = None
    volatility: float | None = None


_TABLE = RatingChange._meta.db_table  # noqa: SLF001
_COLUMNS = ", ".join(f'"{name}"' for name in Change._fields)


def write_changes(changes: Iterable[Change]) -> None:
    """Append rows: by COPY on PostgreSQL, by one statement for many elsewhere."""
    if connection.vendor == "postgresql":
        _copy(changes)
    else:
        _insert(changes)


def _copy(changes: Iterable[Change]) -> None:
    query = f'COPY "{_TABLE}" ({_COLUMNS}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(query) as copy:
        for change in changes:
            copy.write_row(change)


def _insert(changes: Iterable[Change]) -> None:
    places = ", ".join(["%s"] * len(Change._fields))
    as_stored = connection.ops.adapt_datetimefield_value
    at = Change._fields.index("at")
    rows = [(*change[:at], as_stored(change.at), *change[at + 1 :]) for change in changes]
    with connection.cursor() as cursor:
        cursor.executemany(f'INSERT INTO "{_TABLE}" ({_COLUMNS}) VALUES ({places})', rows)  # noqa: S608
