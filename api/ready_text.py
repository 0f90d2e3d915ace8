"""JSON that was made before it is asked for, as it is sent: compressed for those who take it so."""

from __future__ import annotations

import gzip
from functools import cached_property

SHORTEST = 200
"""Bytes below which gzip makes nothing shorter."""


class ReadyText:
    """A text that many ask for. It is encoded and compressed once."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def plain(self) -> bytes:
        """As it is."""
        return self.text.encode()

    @cached_property
    def compressed(self) -> bytes | None:
        """With gzip, where that is worth it; there is nobody's secret in it, nor anything a visitor sent."""
        return gzip.compress(self.plain, mtime=0) if len(self.plain) >= SHORTEST else None
