"""The rules of the game as the project publishes them, to be read by tests."""

from __future__ import annotations

import re
from pathlib import Path

RULES = Path(__file__).parents[3] / "docs" / "rules.md"

Row = dict[str, str]
"""The cells of one line of a table, by the words above them."""


def sections() -> dict[str, str]:
    """The text under each heading, subheadings apart."""
    _, *parts = re.split(r"^##+ (.+)$", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def tables(section: str) -> list[list[Row]]:
    """The tables of a section."""
    found = re.findall(r"(?:^\|.*\|\n)+", sections()[section], re.MULTILINE)
    return [_rows(table.splitlines()) for table in found]


def columns(rows: list[Row]) -> dict[str, list[str]]:
    """A table that is read across: the first cell of each line, and the cells beside it."""
    across = [list(rows[0]), *(list(row.values()) for row in rows)]
    return {line[0]: line[1:] for line in across}


def _rows(lines: list[str]) -> list[Row]:
    head, _, *body = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    return [dict(zip(head, cells, strict=True)) for cells in body]
