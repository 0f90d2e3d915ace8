"""Django's SQLite, with what is in it closed to other users of the machine."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

LOOK_AGAIN_SECONDS = 0.001
"""How soon whoever waits for the one who writes looks again: a commit takes about as long."""
FOR_OTHERS = 0o077
"""What a group and everybody else might do with a file."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Makes its file before SQLite does. Those beside it (-wal, -shm) get the same permissions."""

    _only_reads = False

    @contextlib.contextmanager
    def without_lock(self) -> Iterator[None]:
        """The transaction that begins here reads only, so it need not wait for whoever writes, nor they for it."""
        self._only_reads = True
        try:
            yield
        finally:
            self._only_reads = False

    def _start_transaction_under_autocommit(self) -> None:
        if self._only_reads:
            self.cursor().execute("BEGIN DEFERRED")
        else:
            self._begin_to_write()

    def _begin_to_write(self) -> None:
        """Wait for whoever writes.

        SQLite would look again after 1, 2, 5, 10, 15, 20, 25 … 100 ms: a result that came while a job was writing its
        few rows waited many times as long as the job took.
        """
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 0))
        until = time.monotonic() + patience
        self.ensure_connection()
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except OperationalError as refused:
            if not _is_busy(refused.__cause__) or not self._waited(until):
                raise
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")

    def _waited(self, until: float) -> bool:
        """Whether the transaction has begun before that moment."""
        while time.monotonic() < until:
            time.sleep(LOOK_AGAIN_SECONDS)
            try:
                self.connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if not _is_busy(error):
                    raise
            else:
                return True
        return False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open it, once it is private."""
        if not self.is_in_memory_db():
            path = Path(conn_params["database"])
            _create(path)
            _close_to_others(path)
        return super().get_new_connection(conn_params)


def _is_busy(error: object) -> bool:
    """Whether it helps to wait: somebody else writes, or puts right what a killed process has left.

    Who still reads what others have changed since waits in vain.
    """
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or code == sqlite3.SQLITE_BUSY_SNAPSHOT:
        return False
    return bool(code & 0xFF == sqlite3.SQLITE_BUSY)


def _create(path: Path) -> None:
    """An empty file, which SQLite takes for an empty database.

    Made under another name: when a process closes a file that SQLite has open on another of its
    threads, the locks on it are gone.
    """
    if path.exists() or not path.parent.is_dir():
        return
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    os.close(descriptor)
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    Path(draft).unlink()


def _close_to_others(path: Path) -> None:
    """Those made before this was taken care of."""
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with contextlib.suppress(FileNotFoundError):
            found = file.stat()
            if found.st_mode & FOR_OTHERS and found.st_uid == os.geteuid():
                file.chmod(found.st_mode & ~FOR_OTHERS)
