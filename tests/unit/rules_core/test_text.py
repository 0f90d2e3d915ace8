"""Bytes that somebody's program wrote, as text."""

from __future__ import annotations

import codecs

import pytest

from rules_core.text import decode_text, decode_unicode

pytestmark = pytest.mark.unit

NAMES = "O’Neil, Zoë, Œuvre, 30 €"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(NAMES.encode(), id="UTF-8"),
        pytest.param(NAMES.encode("utf-8-sig"), id="UTF-8 with its mark"),
        pytest.param(codecs.BOM_UTF16_LE + NAMES.encode("utf-16-le"), id="UTF-16, little"),
        pytest.param(codecs.BOM_UTF16_BE + NAMES.encode("utf-16-be"), id="UTF-16, big"),
        pytest.param(NAMES.encode("cp1252"), id="Windows"),
    ],
)
def test_a_text_is_read_the_same_in_every_encoding(data: bytes) -> None:
    assert decode_text(data) == NAMES


def test_any_bytes_at_all_are_read() -> None:
    """Five bytes mean nothing on Windows: each is shown as missing, and the rest is kept."""
    assert decode_text(bytes(range(0x80, 0x100))).count("\ufffd") == 5
    assert decode_text(b"A\x81B\x8dC\x8fD\x90E\x9dF") == "A\ufffdB\ufffdC\ufffdD\ufffdE\ufffdF"


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_what_a_mark_promises_and_does_not_keep_is_shown_as_missing(mark: bytes) -> None:
    assert decode_text(mark + b"\xd8").endswith("\ufffd")
    assert decode_unicode(mark + b"\xd8") is None


def test_what_is_not_unicode_is_not_guessed_at_where_nothing_may_be_lost() -> None:
    assert decode_unicode(NAMES.encode()) == NAMES
    assert decode_unicode(NAMES.encode("utf-16")) == NAMES
    assert decode_unicode(NAMES.encode("cp1252")) is None


def test_no_bytes_are_no_text() -> None:
    assert decode_text(b"") == decode_unicode(b"") == ""
