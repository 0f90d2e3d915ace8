"""Tables as files, and what a club puts into other people's calendars and readers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

Cell = str | int | float | datetime | None
Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]
"""The heads of the columns, and the rows."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(name: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A table for a spreadsheet: with a mark that it is UTF-8, and with no cell it could run."""
    response = HttpResponse(
        "\ufeff",
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
    writer = csv.writer(response)
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return response


def _harmless(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula is marked as text."""
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes")
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def xlsx_file(name: str, tables: Mapping[str, Table]) -> HttpResponse:
    """A workbook with a sheet for each table; rows are written as they come, none is kept."""
    book = Workbook(write_only=True)
    for title, (heads, rows) in tables.items():
        sheet = book.create_sheet(title)
        sheet.freeze_panes = "A2"
        sheet.append([_head(sheet, head) for head in heads])
        for row in rows:
            sheet.append([_typed(sheet, cell) for cell in row])
    written = io.BytesIO()
    book.save(written)
    return HttpResponse(
        written.getvalue(),
        content_type=XLSX,
        headers={"Content-Disposition": f'attachment; filename="{name}.xlsx"'},
    )


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
