"""Tables as files, and what a club puts into other people's calendars and readers."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.http import HttpResponse
from django.utils.formats import get_format

from web.tables import Cell, Cover, Table

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(
    name: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]], *, language: str
) -> HttpResponse:
    """A table for a spreadsheet: with a mark that it is UTF-8, and with no cell it could run.

    A spreadsheet opens a file as its own language writes numbers: where the decimal mark is a comma,
    columns are separated by semicolons.
    """
    decimal = str(get_format("DECIMAL_SEPARATOR", language, use_l10n=True))
    response = HttpResponse(
        "\ufeff",
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
    writer = csv.writer(response, delimiter=";" if decimal == "," else ",")
    writer.writerow(heads)
    writer.writerows([_written(cell, decimal) for cell in row] for row in rows)
    return response


def _written(cell: Cell, decimal: str) -> Cell:
    """A text that a spreadsheet would take for a formula is marked as text."""
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes")
    if isinstance(cell, float):
        return str(cell).replace(".", decimal)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def xlsx_file(name: str, cover: Cover, tables: Mapping[str, Table]) -> HttpResponse:
    """A workbook that says what it is, with a sheet for each table."""
    # Only now: openpyxl and what it brings take most of a second of every start.
    from web.workbooks import written

    return HttpResponse(
        written(cover, tables),
        content_type=XLSX,
        headers={"Content-Disposition": f'attachment; filename="{name}.xlsx"'},
    )
