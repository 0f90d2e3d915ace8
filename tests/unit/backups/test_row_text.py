"""Rows as text: read as they were written, wherever the chunks end."""

from __future__ import annotations

import pytest

from backups.row_text import CHUNK, in_chunks, lines, mean_the_same, values
from backups.tables import Column, Kind, Table

pytestmark = pytest.mark.unit

KEY = Column("id", Kind.INTEGER)
NUMBERS = Table("numbers", (KEY, Column("x", Kind.FLOAT), Column("facts", Kind.JSON)), KEY, True)


@pytest.mark.parametrize("size", range(1, 10))
def test_lines_are_whole_wherever_a_chunk_ends(size: int) -> None:
    text = "é\n\nab\tc\n".encode()
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    assert list(lines(chunks)) == ["é", "", "ab\tc"]


def test_small_pieces_are_gathered_and_none_is_lost() -> None:
    pieces = [b"x" * 1000] * 1000
    gathered = list(in_chunks(pieces))
    assert b"".join(gathered) == b"".join(pieces)
    assert {len(chunk) >= CHUNK for chunk in gathered[:-1]} == {True}
    assert len(gathered) < 5


def test_no_value_is_not_an_empty_one() -> None:
    assert values("1\t\\N\t\t\\\\N") == ["1", None, "", "\\N"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('1\t1500.0\t{"a": 1, "b": [2]}', '1\t1500\t{"b": [2], "a": 1}', True),
        ("1\t1500.0\t{}", "1\t1500.1\t{}", False),
        ("1\t\\N\t{}", "1\t0\t{}", False),
        ('1\t2\t{"n": "\\\\u00e9"}', '1\t2\t{"n": "é"}', True),
        ('1\t2\t{"n": 1}', '1\t2\t{"n": "1"}', False),
        ("1\t2\t{}", "2\t2\t{}", False),
    ],
)
def test_the_same_row_in_other_words_is_known(one: str, other: str, same: bool) -> None:
    assert mean_the_same(NUMBERS, one, other) is same
