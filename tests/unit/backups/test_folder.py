"""Which backups are kept, and when the next one is due."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from backups.folder import (
    BackupUnderWay,
    Failure,
    backups_in,
    file_name,
    forget_failure,
    is_due,
    is_under_way,
    last_failure,
    locked,
    note_failure,
    remove_old,
)

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 18, 18, 30, tzinfo=UTC)


def put(folder: Path, *ages: timedelta, automatic: bool = True) -> None:
    for age in ages:
        (folder / file_name(NOW - age, automatic=automatic)).touch()


def days_kept(folder: Path) -> list[int]:
    return [(NOW - backup.made_at).days for backup in backups_in(folder)]


def test_the_last_of_seven_days_and_of_five_weeks_stay(tmp_path: Path) -> None:
    put(tmp_path, *(timedelta(days=days) for days in range(60)))
    remove_old(tmp_path)
    # A Wednesday: the weeks before end three days ago, ten, seventeen and twenty-four.
    assert days_kept(tmp_path) == [0, 1, 2, 3, 4, 5, 6, 10, 17, 24]


def test_of_a_day_the_last_one_stays(tmp_path: Path) -> None:
    put(tmp_path, timedelta(hours=1), timedelta(hours=2), timedelta(hours=3))
    remove_old(tmp_path)
    assert [backup.made_at for backup in backups_in(tmp_path)] == [NOW - timedelta(hours=1)]


def test_a_club_that_meets_once_a_month_keeps_as_many(tmp_path: Path) -> None:
    put(tmp_path, *(timedelta(days=30 * month) for month in range(12)))
    remove_old(tmp_path)
    assert len(backups_in(tmp_path)) == 7


def test_what_was_made_by_hand_and_what_is_no_backup_stay(tmp_path: Path) -> None:
    put(tmp_path, *(timedelta(days=days) for days in range(60)), automatic=False)
    (tmp_path / "barpoint-old.zip").touch()
    (tmp_path / "barpoint-20261118-183000-auto.zip.part").touch()
    assert remove_old(tmp_path) == []
    assert len(list(tmp_path.iterdir())) == 62


@pytest.mark.parametrize(
    ("age", "due"),
    [
        (timedelta(hours=23, minutes=59), False),
        (timedelta(hours=24), True),
        (timedelta(days=-3000), True),  # the clock stood wrong for an evening
    ],
)
def test_one_is_due_when_the_last_is_a_day_old(tmp_path: Path, age: timedelta, due: bool) -> None:
    put(tmp_path, age)
    assert is_due(tmp_path, now=NOW) is due


def test_one_is_due_where_there_is_none(tmp_path: Path) -> None:
    assert is_due(tmp_path, now=NOW)
    assert is_due(tmp_path / "nowhere", now=NOW)


def test_none_is_due_where_somebody_else_makes_them(tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_EVERY_HOURS = 0
    assert not is_due(tmp_path, now=NOW)


def test_after_a_failure_it_rests_for_an_hour(tmp_path: Path) -> None:
    note_failure(tmp_path, Failure(NOW, "There is no room."))
    assert last_failure(tmp_path) == Failure(NOW, "There is no room.")
    assert not is_due(tmp_path, now=NOW + timedelta(minutes=59))
    assert is_due(tmp_path, now=NOW + timedelta(minutes=60))
    forget_failure(tmp_path)
    assert is_due(tmp_path, now=NOW)


def test_two_do_not_make_one_at_once(tmp_path: Path) -> None:
    assert not is_under_way(tmp_path)
    with locked(tmp_path):
        assert is_under_way(tmp_path)
        with pytest.raises(BackupUnderWay), locked(tmp_path):
            pass


def test_the_lock_is_handed_on_to_a_process_and_gone_with_it(tmp_path: Path) -> None:
    with locked(tmp_path) as lock:
        waiting = subprocess.Popen(["cat"], stdin=subprocess.PIPE, pass_fds=[lock])
    assert is_under_way(tmp_path)
    waiting.communicate(b"")
    assert not is_under_way(tmp_path)
