"""
The federation engine on one machine: ``python -m deploy.cluster``.

PostgreSQL, Valkey, two web processes, two workers and beat, each a process of its own that can be
killed to see what happens: it is started again. Their state and logs are in ``var/cluster``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from deploy.addresses import Address
from deploy.processes import PROJECT, Child, NotStarted, is_answering
from deploy.servers import PostgreSQL, Valkey
from deploy.supervision import Supervisor, adopt_orphans

WEB, WORKERS = 2, 2


class Cluster:
    """The processes that make up Barpoint, around a PostgreSQL and a Redis that are there already."""

    def __init__(self, folder: Path, *, database_url: str, redis_url: str, **env: str) -> None:
        self.folder = folder
        """Where their logs, the secret key and the static files are."""
        self.env = {
            "BARPOINT_VAR": str(folder),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            **env,
        }
        self.processes: dict[str, Child] = {}
        """All that was started, by name."""

    def prepare(self) -> None:
        """Bring the database up to date, and on the first run make the demo club."""
        command = [sys.executable, "-m", "deploy.preparation"]
        subprocess.run(command, cwd=PROJECT, env={**os.environ, **self.env}, check=True)

    def start_web(self, name: str, address: Address, *, processes: int = 1) -> Child:
        """A web process, or several that share a port; returns when it answers."""
        workers = ["--workers", str(processes)]
        return self._start(
            name,
            ["deploy.web", "--host", address.ip, "--port", str(address.port), *workers],
            env={"ALLOWED_HOSTS": ",".join(address.names)},
            is_ready=lambda: is_answering(address.port, address.ip),
        )

    def start_worker(self, name: str) -> Child:
        """A worker process, ready in a moment."""
        options = ["--hostname", f"{name}@%h", "--concurrency", "2"]
        # Workers need not know of each other, and gossip can keep one from coming back to a broker
        # that was away.
        options += ["--without-gossip", "--without-mingle"]
        return self._start(name, ["celery", "-A", "config", "worker", *options])

    def start_beat(self) -> Child:
        """The clock that asks for a sweep every few seconds."""
        return self._start("beat", ["celery", "-A", "config", "beat"])

    def stop(self) -> None:
        """End them all, the last one started first."""
        for child in reversed(self.processes.values()):
            child.stop()

    def _start(
        self,
        name: str,
        module: list[str],
        *,
        env: Mapping[str, str] | None = None,
        is_ready: Callable[[], bool] | None = None,
    ) -> Child:
        self.processes[name] = Child(
            [sys.executable, "-m", *module],
            log=self.folder / f"{name}.log",
            env={**self.env, **(env or {})},
            is_ready=is_ready,
        )
        return self.processes[name].start()


def main() -> None:
    """Start everything, say where it is, start again what dies, and stop it all on Ctrl-C."""
    addresses = _addresses()
    folder = _own_folder()
    adopt_orphans()
    # SIGINT too: a shell starts what runs in its background deaf to it.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        with ExitStack() as stopping:
            # Called last, when all that was started is stopped.
            stopping.callback(Supervisor({}).end_orphans)
            processes = _start_all(folder, addresses, stopping)
            print(f"Logs are in {folder}. Ctrl-C stops everything.", flush=True)
            Supervisor(processes, say=partial(print, flush=True)).keep_running()
    except NotStarted as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("Stopped; nothing is lost.")


def _addresses() -> list[Address]:
    """As many ports in a row as there are web processes, all of them free."""
    first = Address.resolve(os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000")
    addresses = [replace(first, port=first.port + number) for number in range(WEB)]
    for address in addresses:
        address.check_free()
    return addresses


def _own_folder() -> Path:
    folder = Path(os.environ.get("BARPOINT_VAR") or PROJECT / "var") / "cluster"
    try:
        for part in ("postgresql", "valkey"):
            (folder / part).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"{folder} cannot be written to ({error.strerror}).")
    return folder


def _start_all(folder: Path, addresses: list[Address], stopping: ExitStack) -> dict[str, Child]:
    print("Starting PostgreSQL and Valkey …", flush=True)
    postgresql = PostgreSQL(folder / "postgresql")
    stopping.callback(postgresql.process.stop)
    valkey = Valkey(folder / "valkey")
    stopping.callback(valkey.process.stop)
    database_url = postgresql.create_database("barpoint")
    print(f"  DATABASE_URL={database_url}\n  REDIS_URL={valkey.url}", flush=True)
    settings = os.environ.get("DJANGO_SETTINGS_MODULE") or "config.settings.local"
    cluster = Cluster(
        folder,
        database_url=database_url,
        redis_url=valkey.url,
        DJANGO_SETTINGS_MODULE=settings,
    )
    stopping.callback(cluster.stop)
    cluster.prepare()
    _start_cluster(cluster, addresses)
    return {"postgresql": postgresql.process, "valkey": valkey.process, **cluster.processes}


def _start_cluster(cluster: Cluster, addresses: list[Address]) -> None:
    print("Starting the workers, beat and the web processes …", flush=True)
    for number in range(1, WORKERS + 1):
        cluster.start_worker(f"worker{number}")
    cluster.start_beat()
    for number, address in enumerate(addresses, start=1):
        cluster.start_web(f"web{number}", address)
        print(f"  Barpoint is at {address.url}", flush=True)


if __name__ == "__main__":
    main()
