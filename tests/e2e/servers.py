"""Whole servers to test from outside: started as a person would, killed as a power cut would."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from deploy.addresses import Address
from deploy.cluster import Cluster
from deploy.processes import PROJECT, Child, free_port
from deploy.servers import Valkey

PATIENCE_SECONDS = 180
QUICKLY = {
    "DJANGO_SETTINGS_MODULE": "tests.e2e.settings",
    "OUTBOX_GRACE_SECONDS": "1",
    "OUTBOX_SWEEP_SECONDS": "0.5",
}
"""A club's own settings with a few jobs to test with, and a sweep that does not wait long."""


def wait_until(is_so: Callable[[], bool], *, seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for something to become true, and fail if it does not."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"still not so after {seconds} s"
        time.sleep(0.05)


class Server(ABC):
    """A running Barpoint."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        """Where its data is."""
        self.port = free_port()
        self.base_url = f"http://127.0.0.1:{self.port}"
        """Its address, without a slash at the end."""
        self.env = {"BARPOINT_VAR": str(folder), **env}
        """What tells its processes apart from ours."""

    @abstractmethod
    def start(self) -> None:
        """Start it, for the first time or again."""

    @abstractmethod
    def stop(self) -> None:
        """End it as Ctrl-C would."""

    @abstractmethod
    def kill(self) -> None:
        """End it as a power cut would."""

    @property
    @abstractmethod
    def web(self) -> Child:
        """What answers requests."""

    def health(self) -> tuple[int, dict[str, object]]:
        """What ``/health/ready/`` says: the status code (0: nothing) and the findings."""
        try:
            with urllib.request.urlopen(f"{self.base_url}/health/ready/", timeout=5) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)
        except OSError:
            return 0, {}

    def wait_ready(self) -> None:
        """Wait until it says that it is fit to serve, jobs and all."""
        wait_until(lambda: self.health()[0] == 200)

    def manage(self, *command: str) -> str:
        """The output of a ``manage.py`` command on its data."""
        result = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=PROJECT,
            env=os.environ | self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    @abstractmethod
    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """Rows straight from its database."""


class ClubServer(Server):
    """The one-process server on SQLite, as ``make run`` starts it."""

    def __init__(self, folder: Path, **settings: str) -> None:
        super().__init__(
            folder,
            {
                **QUICKLY,
                "DATABASE_URL": f"sqlite:///{folder}/barpoint.sqlite3",
                "REDIS_URL": "",
                "HOST": "127.0.0.1",
                **settings,
            },
        )
        self.env["PORT"] = str(self.port)
        self.process = Child(
            [sys.executable, "-m", "deploy.club"],
            log=folder / "club.log",
            signal="SIGINT",
            env=self.env,
            is_ready=lambda: self.health()[0] != 0,
        )

    def prepare(self) -> None:
        """What the first start would do, ahead of it: on a busy machine it takes its time."""
        with self.process.log.open("ab") as log:
            subprocess.run(
                [sys.executable, "-m", "deploy.preparation"],
                cwd=PROJECT,
                env=os.environ | self.env,
                stdout=log,
                check=True,
            )

    @property
    def web(self) -> Child:
        return self.process

    def start(self) -> None:
        self.process.start()

    def stop(self) -> None:
        self.process.stop()

    def kill(self) -> None:
        self.process.kill()

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.folder / "barpoint.sqlite3")) as connection:
            return connection.execute(statement).fetchall()


class ClusterServer(Server):
    """A web process, a worker and beat, on PostgreSQL and Valkey."""

    def __init__(self, folder: Path, *, database_url: str, broker: str | Valkey) -> None:
        self.valkey = broker if isinstance(broker, Valkey) else None
        """Its broker, to be killed if a test likes, unless it is not ours."""
        redis_url = broker.url if isinstance(broker, Valkey) else broker
        self._cluster = Cluster(folder, database_url=database_url, redis_url=redis_url, **QUICKLY)
        super().__init__(folder, self._cluster.env)

    def start(self) -> None:
        self.start_worker()
        self._cluster.start_beat()
        self.start_web()

    def start_web(self) -> None:
        """Only the web process."""
        self._cluster.start_web("web", Address("127.0.0.1", self.port))

    @property
    def processes(self) -> list[Child]:
        """All of them."""
        return list(self._cluster.processes.values())

    def keep_running(self) -> None:
        """Start again whatever has died, as ``make cluster`` and any service manager do."""
        for process in self._cluster.processes.values():
            if not process.is_running:
                process.start()

    def start_worker(self) -> None:
        """Only the worker."""
        self._cluster.start_worker("worker")

    @property
    def web(self) -> Child:
        return self._cluster.processes["web"]

    @property
    def worker(self) -> Child:
        """The worker process."""
        return self._cluster.processes["worker"]

    def stop(self) -> None:
        self._cluster.stop()

    def kill(self) -> None:
        for process in self._cluster.processes.values():
            process.kill()

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.env["DATABASE_URL"]) as connection:
            return connection.execute(statement.encode()).fetchall()
