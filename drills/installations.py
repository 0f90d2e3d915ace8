"""Whole installations, started as a person starts them: ``make cluster`` and ``make run``."""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import redis

from deploy.processes import PROJECT, children, is_answering, offspring, surroundings
from drills import parts
from drills.parts import wait_until
from drills.rest import Client

CLUB = "limmat"
OWN_PORTS = (20_000, 32_000)
STOP_SECONDS = 60
"""Within this an installation ends when it is told to, and its processes when it is killed."""
COMMAND_SECONDS = 180
"""No command of ours takes longer on the demo club, unless it never ends."""


@dataclass(frozen=True)
class Inspection:
    """What an installation holds."""

    recorded: dict[int, int]
    """Lines with a score in the ledger, by match."""
    differences: list[str]
    """What ``manage.py verify`` names."""
    rebuilt_the_same: bool
    """Whether all that is derived is what a rebuild makes."""


class Installation(ABC):
    """Barpoint with the demo club, in a folder of its own."""

    def __init__(self, folder: Path, env: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._extra = dict(env or {})
        self._process: subprocess.Popen[bytes] | None = None
        self.ports: list[int] = []
        """Of its web processes."""

    @property
    @abstractmethod
    def _command(self) -> str: ...

    @property
    @abstractmethod
    def env(self) -> dict[str, str]:
        """What a command needs to work on its data."""

    @abstractmethod
    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """Rows straight from its database."""

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder / "drill.log"

    @property
    def pid(self) -> int:
        """Of the process that a person started."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether that process is still there."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, for the first time or again, and wait until it is fit to serve."""
        started = {
            "HOST": "127.0.0.1",
            "PORT": str(self.ports[0]),
            "DJANGO_SETTINGS_MODULE": "drills.settings",
        }
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._command],
                cwd=PROJECT,
                env=surroundings() | {"BARPOINT_VAR": str(self.folder)} | started | self._extra,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        wait_until(self._is_ready_or_dead, "it is ready to serve")
        assert self.is_running, self.log.read_text()

    def stop(self) -> None:
        """End it as Ctrl-C would; with nothing left behind."""
        if self._process is None:
            return
        everyone = offspring(self.pid)
        if self.is_running:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        left = [pid for pid in everyone if Path(f"/proc/{pid}").exists()]
        assert not left, f"left behind: {[parts.command_of(pid) for pid in left]}"

    def kill(self) -> None:
        """Kill the process that a person started, and wait until all it had started is gone."""
        assert self._process is not None
        everyone = offspring(self.pid)
        self._process.kill()
        self._process.wait()
        wait_until(
            lambda: not any(Path(f"/proc/{pid}").exists() for pid in everyone),
            "all it had started is gone",
            seconds=STOP_SECONDS,
        )

    def is_serving(self) -> bool:
        """Whether every web process answers."""
        return all(_answers(f"http://127.0.0.1:{port}/health/live/") for port in self.ports)

    def _is_ready_or_dead(self) -> bool:
        ready = [f"http://127.0.0.1:{port}/health/ready/" for port in self.ports]
        return not self.is_running or all(map(_answers, ready))

    def client(self) -> Client:
        """Somebody with a director's token."""
        return Client(self.ports, self.token())

    def token(self) -> str:
        """A director's."""
        return self.run("manage.py", "create_token", "--club", CLUB, "--role", "director").strip()

    def run(self, *command: str, **env: str) -> str:
        """What a program says on its data."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=PROJECT,
            env=surroundings() | self.env | env,
            capture_output=True,
            text=True,
            check=False,
            timeout=COMMAND_SECONDS,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def inspect(self, events: Sequence[str]) -> Inspection:
        """Everything it holds after a drill with these events."""
        found = json.loads(self.run("-m", "drills.inspection", *events))
        recorded = {int(match): lines for match, lines in found.pop("recorded").items()}
        return Inspection(recorded=recorded, **found)

    def waiting_jobs(self) -> set[int]:
        """The outbox."""
        return {number for (number,) in self.query("SELECT id FROM outbox_message")}

    def failing_jobs(self) -> list[tuple[Any, ...]]:
        """Jobs that were tried and failed, and why."""
        return self.query(
            "SELECT job, attempts, last_error FROM outbox_message WHERE attempts > 0 LIMIT 5"
        )


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        pass
    return False


class OneProcess(Installation):
    """A club's own server on SQLite, as ``make run`` starts it."""

    _command = "deploy.club"

    def __init__(self, folder: Path, env: Mapping[str, str] | None = None) -> None:
        super().__init__(folder, env)
        self.ports = _free_ports(1)
        self.database = folder / "barpoint.sqlite3"

    @property
    def env(self) -> dict[str, str]:
        return {
            "BARPOINT_VAR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.database}",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "drills.settings",
            **self._extra,
        }

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database, timeout=60)) as connection:
            return connection.execute(statement).fetchall()

    def serving_pid(self) -> int | None:
        """The process that answers, a child of the one that watches over it."""
        return next(iter(children(self.pid)), None)


class WholeCluster(Installation):
    """PostgreSQL, Valkey, two web processes, two workers and beat, as ``make cluster`` starts them."""

    _command = "deploy.cluster"

    def __init__(self, folder: Path, env: Mapping[str, str] | None = None) -> None:
        super().__init__(folder, env)
        self.ports = _free_ports(2)

    @property
    def env(self) -> dict[str, str]:
        return {
            "BARPOINT_VAR": str(self.folder / "cluster"),
            "DATABASE_URL": self._said("DATABASE_URL"),
            "REDIS_URL": self._said("REDIS_URL"),
            "DJANGO_SETTINGS_MODULE": "drills.settings",
            **self._extra,
        }

    def _said(self, name: str) -> str:
        """An address that it printed when it started last."""
        lines = [line for line in self.log.read_text().splitlines() if f"{name}=" in line]
        return lines[-1].partition("=")[2]

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.env["DATABASE_URL"], connect_timeout=5) as connection:
            return connection.execute(statement.encode()).fetchall()

    def broker(self) -> redis.Redis:
        """A connection to Valkey."""
        return redis.Redis.from_url(self.env["REDIS_URL"], socket_timeout=2)

    def part(self, name: str) -> int:
        """The process of a part, once it is there."""
        deadline = time.monotonic() + parts.PATIENCE_SECONDS
        while (pid := parts.parts(self.pid).get(name)) is None:
            assert time.monotonic() < deadline, f"{name} is not started again"
            time.sleep(0.05)
        return pid

    def workers(self) -> list[int]:
        """The processes of both workers."""
        return [self.part("worker1"), self.part("worker2")]

    def is_database_up(self) -> bool:
        """Whether PostgreSQL takes connections."""
        try:
            return self.query("SELECT 1") == [(1,)]
        except psycopg.Error:
            return False

    def is_broker_up(self) -> bool:
        """Whether Valkey answers."""
        try:
            with self.broker() as broker:
                return bool(broker.ping())
        except redis.RedisError:
            return False


def _free_ports(count: int) -> list[int]:
    """Ports in a row, below those that Linux gives to connections: one of those could take them."""
    for first in random.sample(range(*OWN_PORTS), 1000):
        row = list(range(first, first + count))
        if not any(map(is_answering, row)):
            return row
    raise OSError("No ports are free.")


def copied(prepared: Path, folder: Path) -> Path:
    """A prepared installation that nobody runs, somewhere else, with its owners."""
    subprocess.run(["cp", "-a", str(prepared), str(folder)], check=True)
    shutil.rmtree(folder / "backups", ignore_errors=True)
    return folder
