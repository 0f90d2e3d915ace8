"""Tables as a workbook of spreadsheets."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from web.tables import Cell, Table


def written(tables: Mapping[str, Table]) -> bytes:
    """A workbook with a sheet for each table; rows are written as they come, none is kept."""
    book = Workbook(write_only=True)
    for title, (heads, rows) in tables.items():
        sheet = book.create_sheet(title)
        sheet.freeze_panes = "A2"
        sheet.append([_head(sheet, head) for head in heads])
        for row in rows:
            sheet.append([_typed(sheet, cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _head(sheet: Any, text: str) -> Any:
    cell = _typed(sheet, text)
    cell.font = Font(bold=True)
    return cell


def _typed(sheet: Any, value: Cell) -> Any:
    """A cell that says what it is: a text stays a text even if it begins like a formula."""
    if isinstance(value, datetime):
        return WriteOnlyCell(sheet, value.replace(tzinfo=None))
    if not isinstance(value, str):
        return WriteOnlyCell(sheet, value)
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    return cell
