"""Ratings and their changes go into their tables many at once, changes without an instance for each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from db.many_rows import append_rows
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


def write_changes(changes: Iterable[Change]) -> None:
    """Append changes."""
    append_rows(RatingChange, Change._fields, changes)
