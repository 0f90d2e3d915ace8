"""How much one processor can take: processor time of a request, and memory, on both engines.

python -m benchmarks.capacity [--times 200]

Processor time, because it is nearly the same on a busy machine: seconds by the clock are not. All processes of Barpoint
count, with their jobs; PostgreSQL and Valkey do not. Requests come one after the other on one connection.
"""

from __future__ import annotations

import argparse
import http.client
import os
from collections.abc import Callable
from pathlib import Path

from benchmarks._club import running_club, running_cluster
from operations.watchers import ASKED_EVERY_SECONDS
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, ClusterServer, Server, wait_until

TICKS = os.sysconf("SC_CLK_TCK")
ENTRANTS = 64


def pids(server: Server) -> list[int]:
    if isinstance(server, ClusterServer):
        children = server.processes
        return [pid for child in children for pid in child.pids]
    assert isinstance(server, ClubServer)
    return server.process.pids


def processor_seconds(server: Server) -> float:
    ticks = 0
    for pid in pids(server):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def megabytes(server: Server) -> float:
    """What they would give back if they ended: shared pages are counted in parts."""
    kilobytes = 0
    for pid in pids(server):
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        kilobytes += next(int(line.split()[1]) for line in rollup.splitlines() if "Pss:" in line)
    return kilobytes / 1024


def cost(server: Server, work: Callable[[], int]) -> float:
    """Milliseconds of processor time for each thing done."""
    before = processor_seconds(server)
    done = work()
    wait_until(lambda: server.query("SELECT id FROM outbox_message") == [])
    return 1000 * (processor_seconds(server) - before) / done


class Browser:
    """One connection."""

    def __init__(self, server: Server) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port)

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        self._connection.request("GET", path, headers=headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer


def measure(server: Server, times: int) -> dict[str, float]:
    director = Director(server)
    browser = Browser(server)
    slug = director.set_up("Measured", ENTRANTS)
    wait_until(lambda: server.query("SELECT id FROM outbox_message") == [])
    part = f"/events/{slug}/live/bracket/"
    etag = browser.get(part).getheader("ETag") or ""

    def ask(path: str, status: int, **headers: str) -> Callable[[], int]:
        def work() -> int:
            for _ in range(times):
                assert browser.get(path, **headers).status == status
            return times

        return work

    held = {"If-None-Match": etag}
    return {
        "a look at a page that has not changed (304)": cost(server, ask(part, 304, **held)),
        "the bracket over REST": cost(
            server, ask(f"/api/v1/tournaments/{slug}/stages/1/bracket/", 200)
        ),
        "the page of an event": cost(server, ask(f"/events/{slug}/", 200)),
        "a result, with standings and ratings": cost(server, lambda: director.play_out(slug)),
        "memory, MB": megabytes(server),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    asked = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f}; ms of processor time")
    for name, running in (("one process", running_club), ("federation", running_cluster)):
        with running() as server:
            _print(name, measure(server, asked.times))


def _print(name: str, found: dict[str, float]) -> None:
    for what, value in found.items():
        print(f"{name:14}{what:45}{value:>10.1f}")
    open_pages = 0.5 * 1000 * ASKED_EVERY_SECONDS / next(iter(found.values()))
    print(
        f"{name:14}{'open pages that half a processor serves':45}{open_pages:>10,.0f}", flush=True
    )


if __name__ == "__main__":
    main()
