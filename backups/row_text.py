r"""Rows as text, the same for both databases: what PostgreSQL's COPY reads and writes.

A line for each row, its values separated by tabs, ``\N`` for no value. Times are in UTC with six digits
after the point, truth is ``t`` or ``f``, bytes are ``\x`` and hexadecimal digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator

from backups.tables import Kind, Table

NOTHING = r"\N"
CHUNK = 256 * 1024
"""How much is gathered before it is passed on; a row that is larger comes alone."""

ESCAPES = {"\\": "\\", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
"""What follows a backslash, and what it stands for."""

_ESCAPED = re.compile(r"\\(.)")

BY_VALUE: dict[Kind, Callable[[str], object]] = {Kind.FLOAT: float, Kind.JSON: json.loads}
"""Kinds that the two databases write differently, though it means the same."""


def in_chunks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Many small pieces as fewer larger ones."""
    gathered: list[bytes] = []
    size = 0
    for piece in pieces:
        gathered.append(piece)
        size += len(piece)
        if size >= CHUNK:
            yield b"".join(gathered)
            gathered.clear()
            size = 0
    if gathered:
        yield b"".join(gathered)


def lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """The lines in chunks that end anywhere."""
    rest: list[bytes] = []
    for chunk in chunks:
        whole, end, unfinished = chunk.rpartition(b"\n")
        if end:
            yield from (b"".join(rest) + whole).decode().split("\n")
            rest = []
        if unfinished:
            rest.append(unfinished)
    if rest:
        yield b"".join(rest).decode()


def values(line: str) -> list[str | None]:
    """What stands in a line."""
    if "\\" not in line:
        return line.split("\t")  # type: ignore[return-value]
    return [_value(text) if "\\" in text else text for text in line.split("\t")]


def _value(text: str) -> str | None:
    if text == NOTHING:
        return None
    return _ESCAPED.sub(lambda found: ESCAPES[found[1]], text)


def mean_the_same(table: Table, one: str, other: str) -> bool:
    """Whether two lines hold the same row, though not in the same words."""
    return all(
        mine == theirs or _equal_in_value(column.kind, mine, theirs)
        for column, mine, theirs in zip(table.columns, values(one), values(other), strict=True)
    )


def _equal_in_value(kind: Kind, mine: str | None, theirs: str | None) -> bool:
    if mine is None or theirs is None or kind not in BY_VALUE:
        return False
    return BY_VALUE[kind](mine) == BY_VALUE[kind](theirs)
