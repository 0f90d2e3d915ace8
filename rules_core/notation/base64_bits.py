"""Bits as GNU Backgammon writes them: the lowest first, in base64 without padding."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode


def text_of(bits: int, length: int) -> str:
    """So many bytes of bits as text."""
    return b64encode(bits.to_bytes(length, "little")).decode().rstrip("=")


def bits_of(text: str, length: int) -> int | None:
    """The bits behind such a text; None if it is none of this length."""
    try:
        raw = b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    bits = int.from_bytes(raw, "little")
    return bits if len(raw) == length and text_of(bits, length) == text else None
