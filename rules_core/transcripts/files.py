"""Where a match file comes from: its content, its text, or its place on the disk."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import Protocol

from rules_core.transcripts.problems import UnreadableFile

MAX_BYTES = 1 << 20
"""A game takes about a kilobyte, so this is a thousand games."""
MAX_NAME = 100


class OpenFile(Protocol):
    """Whatever can be read, such as a file that is open."""

    def read(self, size: int = -1, /) -> bytes | str:
        """So many bytes or letters of it."""


Source = bytes | str | PathLike[str] | OpenFile
"""The content of a file, its text (of more than one line), the path to it, or the open file."""


def content_of(source: Source, name: str | None) -> tuple[bytes, str]:
    """The bytes of a match file and what to call it."""
    if isinstance(source, bytes):
        return source, name or "match.mat"
    if isinstance(source, str) and ("\n" in source or not source.strip()):
        return source.encode("utf-8", errors="replace"), name or "match.mat"
    if not isinstance(source, str | PathLike):
        named = getattr(source, "name", None)
        content = source.read(MAX_BYTES + 1)
        data = content.encode("utf-8", errors="replace") if isinstance(content, str) else content
        return data, name or (named if isinstance(named, str) else "match.mat")
    path = fspath(source)
    return _read(path), name or path


def _read(path: str) -> bytes:
    """No more than tells that it is too much."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"The file cannot be opened: {reason}."
        raise UnreadableFile(message, file=path, line=1, game=None) from error
