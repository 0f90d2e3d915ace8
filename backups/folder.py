"""Where the backups are: which there are, which have to go, and whether one is due."""

from __future__ import annotations

import fcntl
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

from backups.refusals import BackupRefused

_NAME = re.compile(r"barpoint-(\d{8}-\d{6})(-auto)?\.zip")
_STAMP = "%Y%m%d-%H%M%S"
_LOCK = ".lock"
_FAILURE = ".last-failure.json"
PAUSE_AFTER_FAILURE = timedelta(hours=1)


class BackupUnderWay(BackupRefused):
    """Somebody else is making one."""


@dataclass(frozen=True)
class BackupFile:
    """A finished backup; it was checked before it got its name."""

    path: Path
    made_at: datetime
    is_automatic: bool
    """Made by the timetable, which clears up after itself."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.name

    @property
    def size(self) -> int:
        """In bytes."""
        return self.path.stat().st_size


@dataclass(frozen=True)
class Failure:
    """An attempt that came to nothing, with no backup made since."""

    at: datetime
    why: str


def own_folder() -> Path:
    """The folder of this installation."""
    return Path(settings.BACKUP_FOLDER)


def file_name(made_at: datetime, *, automatic: bool) -> str:
    """What a backup of that moment is called."""
    return f"barpoint-{made_at.astimezone(UTC):{_STAMP}}{'-auto' if automatic else ''}.zip"


def backups_in(folder: Path) -> list[BackupFile]:
    """All there are, the newest first."""
    if not folder.is_dir():
        return []
    found = [backup for path in folder.iterdir() if (backup := _backup(path))]
    return sorted(found, key=lambda backup: backup.name, reverse=True)


def _backup(path: Path) -> BackupFile | None:
    named = _NAME.fullmatch(path.name)
    if named is None:
        return None
    made_at = datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC)
    return BackupFile(path, made_at, is_automatic=named[2] is not None)


def is_due(folder: Path, *, now: datetime) -> bool:
    """Whether the last one is too old; one dated ahead of the clock says nothing."""
    if not settings.BACKUP_EVERY_HOURS:
        return False
    failure = last_failure(folder)
    if failure is not None and timedelta() <= now - failure.at < PAUSE_AFTER_FAILURE:
        return False
    every = timedelta(hours=settings.BACKUP_EVERY_HOURS)
    return not any(timedelta() <= now - backup.made_at < every for backup in backups_in(folder))


def remove_old(folder: Path) -> list[BackupFile]:
    """Delete the timetable's backups that are no longer wanted; those made by hand stay."""
    automatic = [backup for backup in backups_in(folder) if backup.is_automatic]
    wanted = _newest_of_each(automatic, "%Y-%j", settings.BACKUP_DAYS_KEPT)
    wanted |= _newest_of_each(automatic, "%G-%V", settings.BACKUP_WEEKS_KEPT)
    unwanted = [backup for backup in automatic if backup.path not in wanted]
    for backup in unwanted:
        backup.path.unlink()
    return unwanted


def _newest_of_each(backups: Iterable[BackupFile], period: str, most: int) -> set[Path]:
    """The newest of each day or week, for that many days or weeks that have one."""
    newest: dict[str, Path] = {}
    for backup in backups:
        newest.setdefault(f"{backup.made_at:{period}}", backup.path)
    return set(list(newest.values())[:most])


@contextmanager
def locked(folder: Path, *, inherited: int | None = None) -> Iterator[int]:
    """
    Keep others from making a backup here meanwhile.

    The lock can be handed on to another process by its number, which the block is given; it is
    gone when all who have it are.
    """
    if inherited is not None:
        yield inherited
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / _LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupUnderWay("Another backup is being made; wait for it.") from error
        yield lock.fileno()


def is_under_way(folder: Path) -> bool:
    """Whether somebody is making one."""
    if not (folder / _LOCK).exists():
        return False
    try:
        with locked(folder):
            return False
    except BackupUnderWay:
        return True


def last_failure(folder: Path) -> Failure | None:
    """The last attempt, if it came to nothing."""
    try:
        written = json.loads((folder / _FAILURE).read_text())
        return Failure(datetime.fromisoformat(written["at"]), written["why"])
    except (FileNotFoundError, ValueError):
        # One that was cut short, on a full disk, is followed by another.
        return None


def note_failure(folder: Path, failure: Failure) -> None:
    """Keep it for whoever looks at the page."""
    written = {"at": failure.at.isoformat(), "why": failure.why}
    (folder / _FAILURE).write_text(json.dumps(written))


def forget_failure(folder: Path) -> None:
    """All is well again."""
    (folder / _FAILURE).unlink(missing_ok=True)
