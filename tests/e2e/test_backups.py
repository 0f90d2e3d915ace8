"""Backups of real installations: made while they run, brought back elsewhere, and never half."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
import pytest

from backups.archive import new_archive, open_archive
from deploy.processes import PROJECT
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, ClusterServer, Server, wait_until

pytestmark = pytest.mark.e2e

Engine = str


@dataclass(frozen=True)
class Installation:
    """A place with a database, though nothing runs there."""

    folder: Path
    env: Mapping[str, str]

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """A program in this installation."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=PROJECT,
            env=os.environ | dict(self.env),
            capture_output=True,
            text=True,
            check=False,
        )
        assert not check or done.returncode == 0, done.stderr
        return done

    def manage(self, *command: str) -> str:
        """What a command says that does its work."""
        return self.run("manage.py", *command).stdout

    def refused(self, *command: str) -> str:
        """What a command says that does not."""
        done = self.run("manage.py", *command, check=False)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        return done.stderr

    def contents(self) -> list[str]:
        """Every row."""
        return self.run("-m", "tests.e2e.contents").stdout.splitlines()

    @property
    def backups(self) -> list[Path]:
        """What stands under the name of a backup."""
        return sorted((self.folder / "backups").glob("barpoint-*"))


@pytest.fixture
def empty(
    tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[[Engine], Installation]]:
    """Places without anything in them."""
    made: list[str] = []

    def make(engine: Engine) -> Installation:
        folder = tmp_path / f"empty-{uuid.uuid4().hex}"
        folder.mkdir()
        url = f"sqlite:///{folder}/barpoint.sqlite3"
        if engine == "postgresql":
            server: str = request.getfixturevalue("postgresql_url")
            name = f"restored_{uuid.uuid4().hex}"
            _execute(server, f"CREATE DATABASE {name}")
            made.append(name)
            url = f"{server.rpartition('/')[0]}/{name}"
        return _installation(folder, url)

    yield make
    for name in made:
        server = request.getfixturevalue("postgresql_url")
        _execute(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def club(prepared_club: Path, tmp_path: Path) -> Installation:
    """The demo club on SQLite, with nobody there."""
    folder = tmp_path / "var"
    folder.mkdir()
    shutil.copy2(prepared_club / "barpoint.sqlite3", folder)
    return _installation(folder, f"sqlite:///{folder}/barpoint.sqlite3")


def _installation(folder: Path, url: str) -> Installation:
    env = {"BARPOINT_VAR": str(folder), "DATABASE_URL": url, "REDIS_URL": ""}
    return Installation(folder, {"DJANGO_SETTINGS_MODULE": "config.settings.local"} | env)


def _of(server: Server) -> Installation:
    return Installation(server.folder, server.env)


def _execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


Empty = Callable[[Engine], Installation]


class TestDrill:
    """Results come in while a backup is made; what is brought back elsewhere is all there."""

    @pytest.mark.parametrize("engine", ["club_server", "cluster"])
    def test_what_is_restored_is_whole_and_equals_the_original(
        self, engine: str, request: pytest.FixtureRequest, empty: Empty
    ) -> None:
        server: ClubServer | ClusterServer = request.getfixturevalue(engine)
        original = _of(server)
        director = Director(server)
        events = [director.set_up(f"Zürich “Öpen” \\ {number}", 32) for number in range(4)]
        with _results_coming_in(director, events) as answered:
            wait_until(lambda: len(answered) > 5)
            before = set(answered)
            original.manage("backup")
            assert len(answered) > len(before)
        wait_until(lambda: server.query("SELECT id FROM outbox_message") == [])
        server.stop()

        at_work = self._restored(original, empty("sqlite"))
        at_work.manage("outbox", "run")
        at_work.manage("verify")
        finished = "SELECT id FROM matches_match WHERE status = 'finished'"
        assert before <= {number for (number,) in ClubServer(at_work.folder).query(finished)}

        original.manage("backup")
        contents = original.contents()
        for target in ("sqlite", "postgresql"):
            assert self._restored(original, empty(target)).contents() == contents

    def _restored(self, original: Installation, place: Installation) -> Installation:
        """The newest backup, elsewhere."""
        place.manage("restore", str(original.backups[-1]))
        return place


@contextmanager
def _results_coming_in(director: Director, events: Sequence[str]) -> Iterator[list[int]]:
    """Each event has somebody who reports; the matches answered so far."""
    answered: list[int] = []
    over = threading.Event()

    def report(slug: str) -> None:
        while (ready := director.ready(slug)) and not over.is_set():
            for match in ready:
                assert director.report(match).status == 200
                answered.append(match["id"])

    with ThreadPoolExecutor(len(events)) as clients:
        reporting = [clients.submit(report, slug) for slug in events]
        yield answered
        over.set()
        for done in reporting:
            done.result()


def test_a_running_site_backs_itself_up_once(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_LOOK_SECONDS", "0.5")
    server: ClubServer = request.getfixturevalue("club_server")
    # It steps back behind all others, and may have to wait for them.
    wait_until(lambda: len(_of(server).backups) == 1, seconds=300)
    time.sleep(2)
    assert [path.name.endswith("-auto.zip") for path in _of(server).backups] == [True]
    assert list((server.folder / "backups").glob(".making-*")) == []


class TestRefused:
    """What is not restored, and what stays as it was."""

    def test_only_into_an_empty_place_and_only_by_a_program_that_knows_it(
        self, club: Installation, empty: Empty
    ) -> None:
        club.manage("backup")
        (backup,) = club.backups
        before = club.contents()
        told = club.refused("restore", str(backup))
        assert "has data already" in told
        assert "Stop the server and move" in told
        assert club.contents() == before

        elsewhere = empty("sqlite")
        later = _changed(backup, "later", ("players", "9999_later"))
        told = elsewhere.refused("restore", str(later))
        assert "The backup is newer than this program (it has players.9999_later)" in told
        damaged = bytearray(backup.read_bytes())
        damaged[len(damaged) // 2] ^= 1
        backup.write_bytes(damaged)
        assert "is damaged" in elsewhere.refused("restore", str(backup))
        assert ClubServer(elsewhere.folder).query("SELECT name FROM sqlite_master") == []

    @pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
    def test_one_whose_rows_do_not_fit_together_leaves_nothing_behind(
        self, club: Installation, empty: Empty, engine: Engine
    ) -> None:
        club.manage("backup")
        (backup,) = club.backups
        elsewhere = empty(engine)
        headless = _changed(backup, "headless", without="players_club")
        told = elsewhere.refused("restore", str(headless))
        assert "could not be restored" in told
        assert elsewhere.contents() == []
        elsewhere.manage("restore", str(backup))

    def test_an_older_backup_is_brought_up_to_date(self, empty: Empty) -> None:
        older = empty("sqlite")
        older.manage("migrate", "-v0", "matches", "0001")
        with closing(sqlite3.connect(older.folder / "barpoint.sqlite3")) as database, database:
            database.execute(
                "INSERT INTO players_club (slug, name, country, timezone, rate_casual_matches,"
                " created_at) VALUES ('a', 'Äbc', '', 'UTC', 1, '2026-11-18 18:30:00')"
            )
        older.manage("backup")
        (backup,) = older.backups
        elsewhere = empty("sqlite")
        elsewhere.manage("restore", str(backup))
        older.manage("migrate", "-v0")
        contents = elsewhere.contents()
        assert contents == older.contents()
        assert "Äbc" in "".join(contents)
        ready = empty("sqlite")
        ready.manage("migrate", "-v0")
        assert "prepared for newer data" in ready.refused("restore", str(backup))


def _changed(path: Path, name: str, *migrations: tuple[str, str], without: str = "") -> Path:
    """The same backup with more migrations, or without the rows of a table."""
    changed = path.with_name(f"{name}.zip")
    with open_archive(path) as archive:
        found = archive.manifest
        wanted = replace(found, migrations=found.migrations.union(migrations), tables=())
        with new_archive(changed, wanted) as writer:
            for kept in found.tables:
                rows = archive.read(kept.table) if kept.table.name != without else []
                writer.add(kept.table, rows, last_number=kept.last_number)
    return changed


class TestBrokenOff:
    """Whatever happens half-way, there is a whole backup or none."""

    def test_a_full_disk_leaves_nothing_and_says_so(self, club: Installation) -> None:
        full = "import resource, runpy, sys; sys.argv = ['manage.py', 'backup'];"
        full += "resource.setrlimit(resource.RLIMIT_FSIZE, (36_000, 36_000));"
        full += "runpy.run_path('manage.py', run_name='__main__')"
        done = club.run("-c", full, check=False)
        assert done.returncode == 1
        assert "There is not enough room for a backup" in done.stderr
        assert "Traceback" not in done.stderr
        left = sorted(path.name for path in (club.folder / "backups").iterdir())
        assert left == [".last-failure.json", ".lock"]

    def test_killed_half_way_it_leaves_nothing_under_the_name_of_a_backup(
        self, club: Installation
    ) -> None:
        folder = club.folder / "backups"
        with _started(club, "backup") as process:
            wait_until(lambda: any(folder.glob(".making-*/check.sqlite3")))
            process.kill()
        assert club.backups == []
        club.manage("backup")
        assert len(club.backups) == 1
        assert list(folder.glob(".making-*")) == []


def _started(place: Installation, *command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT,
        env=os.environ | dict(place.env),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
