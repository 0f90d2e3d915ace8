"""A backup: everything as it is at one moment, in a file that was restored once to see that it can be."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from backups import folder as folders
from backups.archive import Manifest, new_archive
from backups.databases import snapshot
from backups.folder import BackupFile, BackupUnderWay, Failure
from backups.refusals import BackupRefused
from backups.tables import schema_of

_ROOM = ".making-"
"""How the names of folders begin in which backups are made; only their owner can look into them."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def make_backup(folder: Path, *, automatic: bool = False, lock: int | None = None) -> BackupFile:
    """Make one, or say why not; a file that has a backup's name is whole and was checked."""
    try:
        with _in_a_sentence(folder), folders.locked(folder, inherited=lock):
            made = _make(folder, automatic=automatic)
            folders.forget_failure(folder)
            if automatic:
                folders.remove_old(folder)
            return made
    except BackupUnderWay:
        raise
    except BackupRefused as refusal:
        # Where nothing can be written, this cannot be either.
        with contextlib.suppress(OSError):
            folders.note_failure(folder, Failure(timezone.now(), str(refusal)))
        raise


@contextmanager
def _in_a_sentence(folder: Path) -> Iterator[None]:
    """Say what is wrong with the disk or the database."""
    try:
        yield
    except (Error, sqlite3.Error, psycopg.Error) as error:
        raise BackupRefused(f"The database could not be read: {error}") from error
    except OSError as error:
        if error.errno in _FULL:
            raise BackupRefused(f"There is not enough room for a backup in {folder}.") from error
        raise BackupRefused(f"No backup could be written to {folder}: {error}.") from error


def _make(folder: Path, *, automatic: bool) -> BackupFile:
    # What a killed process left behind.
    for left in folder.glob(f"{_ROOM}*"):
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix=_ROOM, dir=folder) as room:
        draft = Path(room) / "backup.zip"
        manifest = write_backup(draft)
        _check(draft, Path(room))
        finished = folder / folders.file_name(manifest.made_at, automatic=automatic)
        draft.rename(finished)
        _sync(folder)
    return BackupFile(finished, manifest.made_at, is_automatic=automatic)


def write_backup(path: Path) -> Manifest:
    """Put all tables into a file, as they are at one moment."""
    schema = schema_of(connection)
    if not schema.migrations:
        raise BackupRefused("There is nothing to back up: the database is new.")
    with snapshot(connection) as rows:
        manifest = Manifest(timezone.now(), rows.engine, schema.migrations)
        if frozenset(MigrationRecorder(connection).applied_migrations()) != schema.migrations:
            raise BackupRefused("The database is being migrated; try again when that is done.")
        with new_archive(path, manifest) as archive:
            for table in schema.tables:
                last = rows.last_number(table) if table.is_numbered else 0
                archive.add(table, rows.read(table), last_number=last)
        return archive.manifest


def _check(draft: Path, room: Path) -> None:
    """Restore it beside the draft, as one would elsewhere: by the command, into an empty database."""
    result = subprocess.run(  # noqa: S603
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(draft)],
        env=os.environ
        | {
            "DATABASE_URL": f"sqlite:///{room.absolute() / 'check.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE,
            "REDIS_URL": "",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if result.returncode:
        why = result.stderr.strip().rpartition("\n")[2].removeprefix("CommandError: ")
        raise BackupRefused(f"The backup could not be restored to check it: {why}")


def _sync(folder: Path) -> None:
    """Have the new name on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
