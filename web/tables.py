"""A table to be taken away as a file, whatever the file's format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

Cell = str | int | float | datetime | None
Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]
"""The heads of the columns, and the rows."""
