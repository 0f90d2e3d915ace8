"""Tables as a workbook of spreadsheets."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from web.tables import Cell, Cover, Table

_LOOKED_AT = 200
"""So many rows say how wide a column has to be; the rest is written as it comes, none is kept."""
_NARROWEST, _WIDEST = 8, 48
_TIME = "yyyy-mm-dd hh:mm"
_DECIMALS = "0.00"
_MOST_IN_A_TITLE = 31
_NOT_IN_A_TITLE = str.maketrans(dict.fromkeys("[]:*?/\\", " "))


def written(cover: Cover, tables: Mapping[str, Table]) -> bytes:
    """A workbook: first what it is, then a sheet for each table."""
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator = cover.title, "Barpoint"
    _write_cover(book, cover)
    for title, (heads, rows) in tables.items():
        _write_table(book, title, heads, rows)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _write_cover(book: Any, cover: Cover) -> None:
    sheet = _sheet(book, cover.sheet)
    _set_widths(sheet, [[name for name, _ in cover.facts], [str(fact) for _, fact in cover.facts]])
    title = _typed(sheet, cover.title)
    title.font = Font(bold=True, size=16)
    sheet.append([title])
    sheet.append([])
    for name, fact in cover.facts:
        sheet.append([_head(sheet, name), _typed(sheet, fact)])


def _write_table(
    book: Any, title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> None:
    sheet = _sheet(book, title)
    sheet.freeze_panes = "A2"
    remaining = iter(rows)
    first = list(islice(remaining, _LOOKED_AT))
    _set_widths(
        sheet, [[head, *column] for head, column in zip(heads, _columns(first, heads), strict=True)]
    )
    sheet.append([_head(sheet, head) for head in heads])
    for row in chain(first, remaining):
        sheet.append([_typed(sheet, cell) for cell in row])


def _columns(rows: Sequence[Sequence[Cell]], heads: Sequence[str]) -> list[list[Cell]]:
    return [[row[at] for row in rows] for at in range(len(heads))]


def _sheet(book: Any, title: str) -> Any:
    """A sheet whose name every spreadsheet takes."""
    return book.create_sheet(title.translate(_NOT_IN_A_TITLE)[:_MOST_IN_A_TITLE])


def _set_widths(sheet: Any, columns: Iterable[Sequence[Cell]]) -> None:
    """As wide as what stands there. To be said before the first row."""
    for number, column in enumerate(columns, start=1):
        longest = max((_width(cell) for cell in column), default=0)
        width = min(max(longest + 2, _NARROWEST), _WIDEST)
        sheet.column_dimensions[get_column_letter(number)].width = width


def _width(cell: Cell) -> int:
    return len(_TIME) if isinstance(cell, datetime) else len("" if cell is None else str(cell))


def _head(sheet: Any, text: str) -> Any:
    cell = _typed(sheet, text)
    cell.font = Font(bold=True)
    return cell


def _typed(sheet: Any, value: Cell) -> Any:
    """A cell that says what it is: a text stays a text even if it begins like a formula."""
    if isinstance(value, datetime):
        cell = WriteOnlyCell(sheet, value.replace(tzinfo=None))
        cell.number_format = _TIME
        return cell
    if not isinstance(value, str):
        cell = WriteOnlyCell(sheet, value)
        if isinstance(value, float):
            cell.number_format = _DECIMALS
        return cell
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    return cell
