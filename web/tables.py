"""A table to be taken away as a file, whatever the file's format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

Cell = str | int | float | datetime | None
Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]
"""The heads of the columns, and the rows."""


@dataclass(frozen=True)
class Cover:
    """What a workbook is, for whoever finds it among their files years later."""

    title: str
    facts: Sequence[tuple[str, Cell]]
    """Such as when it took place, and where the same can be read today."""
    sheet: str
    """What its sheet is called."""
