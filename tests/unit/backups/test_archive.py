"""The file is read only if it is what was written."""

from __future__ import annotations

import json
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from backups.archive import Manifest, new_archive, open_archive, read_manifest
from backups.refusals import BackupDamaged, BackupRefused
from backups.tables import Column, Kind, Table

pytestmark = pytest.mark.unit

KEY = Column("id", Kind.INTEGER)
TABLE = Table("clubs", (KEY, Column("fee", Kind.DECIMAL, 2)), KEY, is_numbered=True)
MANIFEST = Manifest(
    datetime(2026, 11, 18, 18, 30, tzinfo=UTC), "sqlite", frozenset({("players", "0001")})
)
ROWS = [b"1\t2.50\n2\t", b"\\N\n"]


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    path = tmp_path / "backup.zip"
    with new_archive(path, MANIFEST) as writer:
        writer.add(TABLE, ROWS, last_number=7)
    return path


def test_it_gives_back_what_was_put_in(backup: Path) -> None:
    with open_archive(backup) as archive:
        (kept,) = archive.manifest.tables
        assert (kept.table, kept.rows, kept.last_number) == (TABLE, 2, 7)
        assert b"".join(archive.read(TABLE)) == b"".join(ROWS)
        assert archive.manifest == read_manifest(backup)
        assert archive.manifest.made_at == MANIFEST.made_at


def test_it_is_closed_to_others_and_an_ordinary_zip_file(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with zipfile.ZipFile(backup) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["clubs.txt", "manifest.json"]


def test_one_byte_changed_anywhere_is_noticed(backup: Path) -> None:
    whole = backup.read_bytes()
    for place in range(len(whole)):
        backup.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(BackupDamaged), open_archive(backup):
            pass


def test_a_missing_end_is_noticed_wherever_it_begins(backup: Path) -> None:
    whole = backup.read_bytes()
    for length in range(len(whole)):
        backup.write_bytes(whole[:length])
        with pytest.raises(BackupDamaged, match="its end is missing"), open_archive(backup):
            pass


def test_a_file_of_a_newer_form_is_refused(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = backup.with_name("later.zip")
    with monkeypatch.context() as patch:
        patch.setattr("backups.archive.FORMAT", 2)
        with new_archive(later, MANIFEST):
            pass
    with pytest.raises(BackupRefused, match="update Barpoint"), open_archive(later):
        pass


def test_a_manifest_without_meaning_is_refused(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = backup.with_name("other.zip")
    with monkeypatch.context() as patch:
        patch.setattr(Manifest, "to_json", lambda _: json.loads("[1]"))
        with new_archive(other, MANIFEST):
            pass
    with pytest.raises(BackupDamaged, match="says nothing"), open_archive(other):
        pass


def test_nothing_is_written_over(backup: Path) -> None:
    with pytest.raises(FileExistsError), new_archive(backup, MANIFEST):
        pass


def test_no_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.zip", tmp_path):
        with pytest.raises(BackupRefused, match="There is no file"), open_archive(path):
            pass
