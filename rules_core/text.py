"""Bytes from somebody's file as text, whichever program wrote them."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

_MARKED = ((BOM_UTF8, "utf-8-sig"), (BOM_UTF16_LE, "utf-16"), (BOM_UTF16_BE, "utf-16"))


def decode_text(data: bytes) -> str:
    """The text: in UTF-8, in whatever its byte order mark says, or else as Windows wrote it.

    Bytes that mean nothing in that encoding become U+FFFD, so there is always a text.

    >>> decode_text("O’Neil".encode("cp1252"))
    'O’Neil'
    """
    text = decode_unicode(data)
    return text if text is not None else data.decode(_marked(data) or "cp1252", errors="replace")


def decode_unicode(data: bytes) -> str | None:
    """The text in UTF-8, or in UTF-16 with its mark; None if it is neither, and nothing is guessed."""
    try:
        return data.decode(_marked(data) or "utf-8")
    except UnicodeDecodeError:
        return None


def _marked(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKED if data.startswith(mark)), None)
