"""Where a match file comes from: its content, its text, or its place on the disk."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from rules_core.transcripts.problems import UnreadableFile

MAX_BYTES = 1 << 20
"""A game takes about a kilobyte, so this is a thousand games."""
MAX_NAME = 100

Source = bytes | str | PathLike[str]
"""The content of a file, its text (of more than one line), or the path to it."""


def content_of(source: Source, name: str | None) -> tuple[bytes, str]:
    """The bytes of a match file and what to call it."""
    if isinstance(source, bytes):
        return source, name or "match.mat"
    if isinstance(source, str) and "\n" in source:
        return source.encode("utf-8", errors="replace"), name or "match.mat"
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
