"""Bytes from somebody's file as text, whichever program wrote them."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

_MARKED = ((BOM_UTF8, "utf-8-sig"), (BOM_UTF16_LE, "utf-16"), (BOM_UTF16_BE, "utf-16"))

_HEAD = 16
"""So many bytes show whether every second one is a zero."""


def decode_text(data: bytes) -> str:
    """The text: in UTF-8, in whatever its byte order mark says, or else as Windows wrote it.

    Bytes that mean nothing in that encoding become U+FFFD, so there is always a text.

    >>> decode_text("O’Neil".encode("cp1252"))
    'O’Neil'
    """
    text = decode_unicode(data)
    return text if text is not None else data.decode(_marked(data) or "cp1252", errors="replace")


def decode_unicode(data: bytes) -> str | None:
    """The text in UTF-8, or in UTF-16; None if it is neither, and nothing is guessed."""
    try:
        return data.decode(_marked(data) or "utf-8")
    except UnicodeDecodeError:
        return None


def _marked(data: bytes) -> str | None:
    marked = next((encoding for mark, encoding in _MARKED if data.startswith(mark)), None)
    return marked or _unmarked_utf16(data)


def _unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without its mark: every second byte of plain text is a zero."""
    head = data[:_HEAD]
    if len(head) < _HEAD or len(data) % 2:
        return None
    if not any(head[1::2]) and all(head[::2]):
        return "utf-16-le"
    return "utf-16-be" if not any(head[::2]) and all(head[1::2]) else None
