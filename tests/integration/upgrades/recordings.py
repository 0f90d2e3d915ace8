"""The recordings: databases as earlier versions left them, and all that those versions published."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "data" / "upgrades"


@dataclass(frozen=True)
class Recording:
    """What one version left; ``state`` names the version."""

    state: str

    @property
    def folder(self) -> Path:
        return FOLDER / self.state

    @property
    def sqlite(self) -> Path:
        """A database file."""
        return self.folder / "club.sqlite3.gz"

    @property
    def postgresql(self) -> Path:
        """The same rows as plain SQL."""
        return self.folder / "club.sql.gz"

    @property
    def published(self) -> Path:
        """What was published, and the keys to ask for it."""
        return self.folder / "published.json.gz"

    def read(self) -> Any:
        """What was published."""
        return json.loads(gzip.decompress(self.published.read_bytes()))


def recordings() -> list[Recording]:
    """All there are, by name."""
    return [Recording(path.name) for path in sorted(FOLDER.iterdir()) if path.is_dir()]


def pack(content: bytes, path: Path) -> None:
    """Write a file of a recording; the same content makes the same file."""
    path.write_bytes(gzip.compress(content, 9, mtime=0))
