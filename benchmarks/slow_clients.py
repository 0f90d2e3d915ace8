"""Others, while 300 clients send half a POST, 1,500 send nothing and 200 read a byte a second.

python -m benchmarks.slow_clients [--entrants 64]

On each engine an event is played out over REST, with five readers of its bracket before each result,
every request on a connection of its own: first with nobody else there, then during the attack. The
clients run on the same machine, one request at a time.
"""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import sleep

from benchmarks._club import running_club, running_cluster
from deploy.processes import children
from tests.e2e.club_night import Director
from tests.e2e.raw_http import RawConnection, request
from tests.e2e.servers import Server
from tests.e2e.slow_clients import SlowClients, answer_times, p99

READERS = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=64)
    asked = parser.parse_args()
    with running_club() as club:
        _measure("one process, SQLite", club, asked.entrants)
    with running_cluster() as cluster:
        _measure("cluster, one web process", cluster, asked.entrants)


def _measure(engine: str, server: Server, entrants: int) -> None:
    print(f"{engine}: milliseconds for an answer (load average: {os.getloadavg()[0]:.1f})")
    print(f"{'':34}{'requests':>10}{'p50':>8}{'p99':>8}{'most':>8}{'memory':>10}{'open':>7}")
    director = Director(server)
    calm = answer_times(director, server.port, director.set_up("Calm", entrants))
    _print("nobody else", calm, server)
    attacked = director.set_up("Attacked", entrants)
    with SlowClients(server.port) as attack:
        times = answer_times(director, server.port, attacked)
        _print("half a request, or none", times, server, attack.still_open)
    read_slowly = director.set_up("Read slowly", entrants)
    with _slow_readers(server.port, attacked):
        times = answer_times(director, server.port, read_slowly)
        _print(f"{READERS} read a byte a second", times, server, READERS)


@contextmanager
def _slow_readers(port: int, slug: str) -> Iterator[None]:
    """The largest page there is, uncompressed, a byte a second."""
    page = request("GET", f"/events/{slug}/")
    readers = [RawConnection(port, page) for _ in range(READERS)]
    leaving = threading.Event()

    def read() -> None:
        while not leaving.wait(1):
            for reader in readers:
                reader.socket.recv(1)

    reading = threading.Thread(target=read)
    reading.start()
    sleep(1)
    try:
        yield
    finally:
        leaving.set()
        reading.join()
        for reader in readers:
            reader.socket.close()


def _print(name: str, times: list[float], server: Server, still_open: int = 0) -> None:
    p50, tail, most = (1000 * value for value in (median(times), p99(times), max(times)))
    memory = f"{_memory(server) / 1e6:.0f} MB"
    print(
        f"{name:34}{len(times):>10}{p50:>8.0f}{tail:>8.0f}{most:>8.0f}{memory:>10}{still_open:>7}",
        flush=True,
    )


def _memory(server: Server) -> int:
    """What the process that serves has in memory, in bytes."""
    serving = children(server.web.pids[0])[0]
    pages = Path(f"/proc/{serving}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
