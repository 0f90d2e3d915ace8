"""Reading a table that somebody hands in: CSV as spreadsheets write it, XLSX, or pasted lines."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from xml.etree.ElementTree import ParseError

from rules_core.errors import RulesError

MOST_ROWS = 5_000
MOST_COLUMNS = 50
MOST_BYTES = 5_000_000
LARGEST_UNPACKED = 60_000_000
"""Bytes of a workbook once it is unpacked: a small file can be made that fills any memory."""

_DELIMITERS = ";\t,|"
_ZIP = b"PK\x03\x04"
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))

_DAMAGED = (
    zipfile.BadZipFile, zlib.error, ParseError, KeyError, ValueError, TypeError, IndexError,
    AttributeError, OSError,
)  # fmt: skip
"""What a damaged workbook makes the library raise."""

Row = tuple[int, list[str]]
"""The number of a line as the spreadsheet shows it, and its cells."""


class TableNotReadable(RulesError):
    """The file is not a table, or too large."""

    code = "table_not_readable"


def read_table(content: bytes) -> list[Row]:
    """The rows of a CSV or XLSX file that have anything in them, whatever it is called."""
    if len(content) > MOST_BYTES:
        raise TableNotReadable("The file is too large.", most=MOST_BYTES)
    rows = _of_workbook(content) if content.startswith(_ZIP) else rows_of_text(_decoded(content))
    return _bounded(rows)


def read_text(text: str) -> list[Row]:
    """The rows of a table that was pasted."""
    if len(text) > MOST_BYTES:
        raise TableNotReadable("The file is too large.", most=MOST_BYTES)
    return _bounded(rows_of_text(text))


def as_text(rows: Sequence[Row]) -> str:
    """Rows as they can be sent again and read by :func:`read_text`, each at its own line."""
    written = io.StringIO()
    writer = csv.writer(written, delimiter="\t", lineterminator="\n")
    line = 1
    for number, cells in rows:
        written.write("\n" * max(0, number - line))
        writer.writerow([" ".join(cell.split()) for cell in cells])
        line = max(number, line) + 1
    return written.getvalue()


def rows_of_text(text: str) -> Iterator[Row]:
    """Lines of cells, whatever stands between them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    reader = csv.reader(io.StringIO(lines), delimiter=_delimiter(lines))
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise TableNotReadable("The file is not a table.") from error


def _bounded(rows: Iterable[Row]) -> list[Row]:
    filled = [
        (number, [cell.strip() for cell in cells[:MOST_COLUMNS]])
        for number, cells in islice(rows, 4 * MOST_ROWS)
        if any(cell.strip() for cell in cells)
    ]
    if len(filled) > MOST_ROWS + 1:
        raise TableNotReadable(f"The file has more than {MOST_ROWS} rows.", most=MOST_ROWS)
    return filled


def _decoded(content: bytes) -> str:
    """Text as Excel writes it: marked as Unicode, or in the encoding of Western Windows."""
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            try:
                return content.decode(encoding)
            except UnicodeDecodeError as error:
                raise TableNotReadable("The file is not a table.") from error
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise TableNotReadable("The file is not a table.")
    return text


def _delimiter(text: str) -> str:
    """What stands between the cells: whatever the first line has most of."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return max(_DELIMITERS, key=lambda mark: (first.count(mark), -_DELIMITERS.index(mark)))


def _of_workbook(content: bytes) -> Iterator[Row]:
    """The rows of the first sheet."""
    # Only now: openpyxl and what it brings take most of a second of every start.
    from openpyxl import load_workbook

    try:
        _check_unpacked_size(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
        yield from ((number, _texts(cells)) for number, cells in enumerate(rows, start=1))
    except TableNotReadable:
        raise
    except _DAMAGED as error:
        raise TableNotReadable("The file is not a table.") from error


def _check_unpacked_size(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(part.file_size for part in archive.infolist()) > LARGEST_UNPACKED:
            raise TableNotReadable("The file is too large.", most=LARGEST_UNPACKED)


def _texts(cells: Sequence[object]) -> list[str]:
    return [_text(cell) for cell in cells]


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return str(cell)
