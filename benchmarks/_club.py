"""Whole servers on a folder of their own, for as long as they are measured."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from deploy.cluster import Cluster
from deploy.servers import PostgreSQL, Valkey
from tests.e2e.servers import ClubServer, ClusterServer


@contextmanager
def running_club(*, sends_mail: bool = False) -> Iterator[ClubServer]:
    """The one-process server on SQLite; its mails go into the folder ``sent``, if it sends any."""
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as folder:
        mail = {"EMAIL_URL": f"filemail:///{folder}/sent"} if sends_mail else {}
        server = ClubServer(Path(folder), **mail)
        server.prepare()
        try:
            server.start()
            server.wait_ready()
            yield server
        finally:
            server.stop()


@contextmanager
def running_cluster() -> Iterator[ClusterServer]:
    """A web process, a worker and beat on PostgreSQL and Valkey."""
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as name, ExitStack() as stopping:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("postgresql", "valkey"):
            (folder / part).mkdir(mode=0o755)
        postgresql = PostgreSQL(folder / "postgresql")
        stopping.callback(postgresql.process.stop)
        valkey = Valkey(folder / "valkey")
        stopping.callback(valkey.process.stop)
        url = postgresql.create_database("barpoint")
        Cluster(folder, database_url=url, redis_url=valkey.url).prepare()
        server = ClusterServer(folder, database_url=url, broker=valkey)
        stopping.callback(server.stop)
        server.start()
        server.wait_ready()
        yield server
