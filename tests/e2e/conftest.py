"""Real servers of both engines. What takes long is done once a session and copied for each test."""

from __future__ import annotations

import fcntl
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from deploy.cluster import Cluster
from deploy.servers import Valkey, temporary_postgresql
from tests.e2e.servers import ClubServer, ClusterServer, Server

S = TypeVar("S", bound=Server)


@pytest.fixture(scope="session")
def prepared_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club's data folder as the first start makes it, with the demo club; one for all processes."""
    ours = tmp_path_factory.getbasetemp()
    folder = (ours.parent if "PYTEST_XDIST_WORKER" in os.environ else ours) / "prepared-club"
    folder.mkdir(exist_ok=True)
    made = folder.with_suffix(".made")
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            ClubServer(folder).prepare()
            made.touch()
    return folder


@pytest.fixture
def club_server(prepared_club: Path, tmp_path: Path) -> Iterator[ClubServer]:
    """The one-process server, running and ready, on a copy of the prepared club."""
    with _running(ClubServer(_copy_of(prepared_club, tmp_path / "club"))) as server:
        yield server


@pytest.fixture(scope="module")
def shared_club_server(
    prepared_club: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClubServer]:
    """The same for tests that do not get into each other's way."""
    folder = tmp_path_factory.mktemp("shared-club") / "var"
    with _running(ClubServer(_copy_of(prepared_club, folder))) as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """The address of a database on a PostgreSQL server where more can be made."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    with temporary_postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def prepared_database(postgresql_url: str, prepared_club: Path) -> Iterator[str]:
    """The name of a PostgreSQL database with the demo club, to copy from."""
    name = f"prepared_{uuid.uuid4().hex}"
    _execute(postgresql_url, f"CREATE DATABASE {name}")
    url = _sibling(postgresql_url, name)
    Cluster(prepared_club, database_url=url, redis_url="redis://127.0.0.1:1/0").prepare()
    yield name
    _execute(postgresql_url, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def cluster(
    postgresql_url: str, prepared_database: str, prepared_club: Path, tmp_path: Path
) -> Iterator[ClusterServer]:
    """The federation engine, running and ready, with a database and a broker of its own."""
    with _database(postgresql_url, prepared_database) as url, _broker(tmp_path) as broker:
        folder = _copy_of(prepared_club, tmp_path / "cluster")
        with _running(ClusterServer(folder, database_url=url, broker=broker)) as server:
            yield server


@contextmanager
def _running(server: S) -> Iterator[S]:
    try:
        server.start()
        server.wait_ready()
        yield server
    finally:
        server.stop()


@contextmanager
def _database(server_url: str, template: str) -> Iterator[str]:
    name = f"e2e_{uuid.uuid4().hex}"
    _execute(server_url, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _sibling(server_url, name)
    _execute(server_url, f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _broker(folder: Path) -> Iterator[str | Valkey]:
    """The Redis named from outside, or a Valkey of our own."""
    if url := os.environ.get("TEST_REDIS_URL"):
        # A database number of its own, so that runs side by side do not take each other's jobs.
        number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        yield _sibling(url, number) if url.count("/") > 2 else f"{url}/{number}"
        return
    (folder / "valkey").mkdir()
    valkey = Valkey(folder / "valkey")
    yield valkey
    valkey.process.stop()


def _copy_of(prepared: Path, folder: Path) -> Path:
    """The data is copied, the static files are shared: nobody writes them."""
    folder.mkdir()
    for path in prepared.iterdir():
        if path.is_file() and path.suffix != ".log":
            shutil.copy2(path, folder)
    (folder / "static").symlink_to(prepared / "static")
    return folder


def _sibling(url: str, database: str) -> str:
    return f"{url.rpartition('/')[0]}/{database}"


def _execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())
