"""Both engines as they run for real, jobs and all, with the bare views beside the cluster's."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psycopg

from benchmarks._processes import processor_seconds
from deploy.addresses import Address
from deploy.cluster import WEB, WORKERS, Cluster
from deploy.processes import Child, children
from deploy.servers import PostgreSQL, Valkey
from tests.e2e.servers import ClubServer, Server, wait_until

UNLIMITED = {"WRITES_BY_TOKEN": "1000000000"}
"""Writes are counted as ever, but a benchmark may go on."""
USUAL = {
    "DJANGO_SETTINGS_MODULE": "benchmarks.bare.settings",
    "OUTBOX_GRACE_SECONDS": "3",
    "OUTBOX_SWEEP_SECONDS": "2",
    **UNLIMITED,
}


class Federation(Server):
    """As ``make cluster``: web processes, workers and beat, on PostgreSQL and Valkey."""

    name = "cluster"

    def __init__(self, folder: Path, stopping: ExitStack) -> None:
        for part in ("postgresql", "valkey"):
            (folder / part).mkdir(mode=0o755)
        postgresql = PostgreSQL(folder / "postgresql")
        stopping.callback(postgresql.process.stop)
        valkey = Valkey(folder / "valkey")
        stopping.callback(valkey.process.stop)
        self._stores = {"database": postgresql.process, "broker": valkey.process}
        url = postgresql.create_database("barpoint")
        self._cluster = Cluster(folder, database_url=url, redis_url=valkey.url, **USUAL)
        super().__init__(folder, self._cluster.env)

    def prepare(self) -> None:
        """Tables, those of the bare views too, and the demo club."""
        self._cluster.prepare()
        self.manage("migrate", "--run-syncdb", "-v0")

    def start(self) -> None:
        for number in range(1, WORKERS + 1):
            self._cluster.start_worker(f"worker{number}")
        self._cluster.start_beat()
        self._cluster.start_web("web", Address("127.0.0.1", self.port), processes=WEB)

    @property
    def web(self) -> Child:
        return self._cluster.processes["web"]

    @property
    def roles(self) -> dict[str, list[int]]:
        """The processes, by what they do."""
        children = self._cluster.processes
        workers = [child for name, child in children.items() if name != "web"]
        return {
            "web": self.web.pids,
            "workers": [pid for child in workers for pid in child.pids],
            **{name: child.pids for name, child in self._stores.items()},
        }

    def stop(self) -> None:
        self._cluster.stop()

    def kill(self) -> None:
        for process in self._cluster.processes.values():
            process.kill()

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.env["DATABASE_URL"]) as connection:
            return connection.execute(statement.encode()).fetchall()


class OneProcess(ClubServer):
    """As ``make run``: on SQLite, with its jobs."""

    name = "one process"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, **USUAL)

    def prepare(self) -> None:
        super().prepare()
        self.manage("migrate", "--run-syncdb", "-v0")

    @property
    def roles(self) -> dict[str, list[int]]:
        """The serving process with the one that watches over it, and the jobs beside it."""
        watching = self.process.pids[0]
        web = [watching, *children(watching)]
        return {"web": web, "jobs": [pid for pid in self.process.pids if pid not in web]}


Engine = Federation | OneProcess


@contextmanager
def running_engine(
    kind: type[Federation | OneProcess], filled: Callable[[Engine], None] | None = None
) -> Iterator[Engine]:
    """One of them on a folder of its own, and with more in its database than the demo club."""
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as name, ExitStack() as stopping:
        folder = Path(name)
        folder.chmod(0o755)
        engine: Engine = OneProcess(folder) if kind is OneProcess else Federation(folder, stopping)
        engine.prepare()
        if filled:
            filled(engine)
        stopping.callback(engine.stop)
        engine.start()
        engine.wait_ready()
        yield engine


def spent(engine: Engine) -> dict[str, float]:
    """Seconds of processor time so far, by what the processes do."""
    while True:
        # A process of PostgreSQL may end while they are listed.
        with suppress(FileNotFoundError):
            return {role: processor_seconds(pids) for role, pids in engine.roles.items()}


def settle(engine: Engine) -> float:
    """Wait until no job is waiting; when that was, by the monotonic clock."""
    wait_until(lambda: engine.query("SELECT id FROM outbox_message LIMIT 1") == [])
    return monotonic()


def calm(engine: Engine, seconds: float = 1.0) -> None:
    """Let what follows the jobs come to its end as well."""
    settle(engine)
    sleep(seconds)


def ready_matches(engine: Engine, slugs: list[str]) -> list[int]:
    """Matches of these events that can be played, of each event in turn, as on a night with several."""
    wanted = ", ".join(f"'{slug}'" for slug in slugs)
    rows = engine.query(
        "SELECT pairing.match_id FROM tournaments_pairing pairing"
        " JOIN matches_match m ON m.id = pairing.match_id"
        " JOIN tournaments_stage stage ON stage.id = pairing.stage_id"
        " JOIN tournaments_tournament event ON event.id = stage.tournament_id"
        f" WHERE event.slug IN ({wanted}) AND m.status = 'ready'"
        " ORDER BY pairing.match_id"
    )
    each = len(rows) // len(slugs)
    return [rows[event * each + place][0] for place in range(each) for event in range(len(slugs))]
