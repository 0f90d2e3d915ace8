"""The file: a ZIP archive with a text for each table, and a manifest that says what they are.

Its last characters, in the place for a comment, are the checksum of all that stands before them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, Self

from backups.refusals import BackupDamaged, BackupRefused
from backups.row_text import CHUNK
from backups.tables import Column, Kind, Table

FORMAT = 1
"""Goes up when a file is written that an older program would misread."""

COMPRESSION = 6
"""As it took 17 s of processor time for what took 14 s at 1, for a file smaller by a third."""

MANIFEST = "manifest.json"
LARGEST_MANIFEST = 4 * 1024 * 1024
_CHECKSUM = re.compile(rb"sha256:[0-9a-f]{64}")
_UNKNOWN = b"sha256:" + b"0" * 64


@dataclass(frozen=True)
class Kept:
    """A table as the file has it."""

    table: Table
    rows: int
    sha256: str
    """Of its text."""
    last_number: int
    """The highest number a row ever had."""


@dataclass(frozen=True)
class Manifest:
    """What is in the file and where it came from."""

    made_at: datetime
    engine: str
    migrations: frozenset[tuple[str, str]]
    tables: tuple[Kept, ...] = ()

    @property
    def rows(self) -> int:
        """How many there are in all tables."""
        return sum(kept.rows for kept in self.tables)

    def to_json(self) -> dict[str, Any]:
        """As it stands in the file."""
        return {
            "format": FORMAT,
            **asdict(self),
            "made_at": self.made_at.isoformat(),
            "migrations": sorted(self.migrations),
        }

    @classmethod
    def from_json(cls, written: dict[str, Any]) -> Self:
        """From what stands in a file."""
        return cls(
            made_at=datetime.fromisoformat(written["made_at"]),
            engine=written["engine"],
            migrations=frozenset((app, name) for app, name in written["migrations"]),
            tables=tuple(map(_kept, written["tables"])),
        )


def _kept(written: dict[str, Any]) -> Kept:
    table = written["table"]
    return Kept(
        **written
        | {
            "table": Table(
                **table
                | {
                    "columns": tuple(map(_column, table["columns"])),
                    "key": _column(table["key"]),
                }
            )
        }
    )


def _column(written: dict[str, Any]) -> Column:
    return Column(**written | {"kind": Kind(written["kind"])})


class ArchiveWriter:
    """Puts tables into a new file, one after the other."""

    def __init__(self, file: BinaryIO, manifest: Manifest) -> None:
        self._archive = zipfile.ZipFile(
            file, "w", compression=zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION
        )
        self.manifest = manifest
        """What was put in so far."""

    def add(self, table: Table, chunks: Iterable[bytes], *, last_number: int) -> None:
        """Write all rows of a table."""
        digest = hashlib.sha256()
        rows = 0
        with self._archive.open(_member(table), "w", force_zip64=True) as member:
            for chunk in chunks:
                member.write(chunk)
                digest.update(chunk)
                rows += chunk.count(b"\n")
        kept = Kept(table, rows, digest.hexdigest(), last_number)
        self.manifest = replace(self.manifest, tables=(*self.manifest.tables, kept))

    def finish(self) -> None:
        """Write what was put in, and keep a place for the checksum."""
        self._archive.writestr(MANIFEST, json.dumps(self.manifest.to_json(), indent=1))
        self._archive.comment = _UNKNOWN
        self._archive.close()

    def abandon(self) -> None:
        """Write nothing more, not even when Python clears up."""
        self._archive.fp = None


@contextmanager
def new_archive(path: Path, manifest: Manifest) -> Iterator[ArchiveWriter]:
    """A file that only its owner can read; on the disk, checksum and all, when the block is left."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        writer = ArchiveWriter(file, manifest)
        try:
            yield writer
            writer.finish()
        except BaseException:
            writer.abandon()
            raise
        checksum = _checksum(file)
        file.seek(-len(checksum), os.SEEK_END)
        file.write(checksum)
        file.flush()
        os.fsync(file.fileno())


class Archive:
    """A file that is what was written when it was made."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.manifest = _manifest(archive)

    def read(self, table: Table) -> Iterator[bytes]:
        """The text of a table, in chunks."""
        with self._archive.open(_member(table)) as member:
            while chunk := member.read(CHUNK):
                yield chunk


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """A file whose checksum is right; anything else is refused."""
    try:
        with path.open("rb") as file:
            _check(path, file)
            with zipfile.ZipFile(file) as archive:
                yield Archive(archive)
    except zipfile.BadZipFile as error:
        raise BackupDamaged(f"{path} cannot be read: {error}.") from error
    except (FileNotFoundError, IsADirectoryError) as error:
        raise BackupRefused(f"There is no file {path}.") from error


def read_manifest(path: Path) -> Manifest:
    """What a file says that is in it, without reading the rest."""
    with zipfile.ZipFile(path) as archive:
        return _manifest(archive)


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        with archive.open(MANIFEST) as member:
            written = json.loads(member.read(LARGEST_MANIFEST))
        if written["format"] > FORMAT:
            raise BackupRefused("The backup is newer than this program; update Barpoint first.")
        return Manifest.from_json(written)
    except (KeyError, TypeError, ValueError) as error:
        raise BackupDamaged(f"{archive.filename} says nothing about what is in it.") from error


def _member(table: Table) -> str:
    return f"{table.name}.txt"


def _check(path: Path, file: BinaryIO) -> None:
    file.seek(0, os.SEEK_END)
    file.seek(max(0, file.tell() - len(_UNKNOWN)))
    written = file.read()
    if not _CHECKSUM.fullmatch(written):
        raise BackupDamaged(f"{path} is no backup of Barpoint, or its end is missing.")
    if written != _checksum(file):
        raise BackupDamaged(f"{path} is damaged: its checksum is not that of its contents.")


def _checksum(file: BinaryIO) -> bytes:
    """Of everything before the place where it stands."""
    left = file.seek(0, os.SEEK_END) - len(_UNKNOWN)
    file.seek(0)
    digest = hashlib.sha256()
    while chunk := file.read(min(CHUNK, left)):
        digest.update(chunk)
        left -= len(chunk)
    return b"sha256:" + digest.hexdigest().encode()
