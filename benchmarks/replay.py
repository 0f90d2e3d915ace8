"""The replay of a 25-point match: its first page, which plays the file through, and every step after it.

python -m benchmarks.replay [--files 9]

The server is the one-process one on a folder of its own. Each file differs in a comment, so that none was
played through before; the steps are the requests of the page's script, one after the other on one connection.
"""

from __future__ import annotations

import argparse
import http.client
import re
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

from benchmarks._club import running_club
from tests.e2e.club_night import Director
from tests.e2e.servers import Server

FILE = Path(__file__).parents[1] / "tests" / "data" / "mat" / "m25_0.mat"
FIRST_MS, STEP_MS = 100, 30
_NEXT = re.compile(r'id="next"\s+href="([^"]+)"')


@dataclass
class Asking:
    """Somebody with the page open."""

    base_url: str
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(self.base_url).netloc, timeout=30)

    def get(self, path: str) -> tuple[float, str]:
        """Milliseconds, and what came."""
        begin = perf_counter()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        spent = 1000 * (perf_counter() - begin)
        assert answer.status == 200, (path, answer.status)
        return spent, text


def add_file(server: Server, director: Director, match: int, content: bytes) -> None:
    request = urllib.request.Request(
        f"{server.base_url}/api/v1/matches/{match}/transcript/?first=a",
        data=content,
        headers={"Authorization": director.authorization, "Content-Type": "text/plain"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 201


def steps_through(asking: Asking, address: str, first: str) -> list[float]:
    """The milliseconds of every step from the first page to the end of the match."""
    spent, text = [], first
    while found := _NEXT.search(text):
        took, text = asking.get(f"{address}part/{found[1].replace('&amp;', '&')}")
        spent.append(took)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=9)
    files: int = parser.parse_args().files
    with running_club() as server:
        director = Director(server)
        slug = director.set_up("Long", 2 * files, rules={"length": 25})
        asking = Asking(server.base_url)
        asking.get("/")
        firsts: list[float] = []
        steps: list[float] = []
        for number, match in enumerate(director.ready(slug)[:files]):
            comment = f'; [Transcriber "{number}"]\n'.encode()
            add_file(server, director, match["id"], comment + FILE.read_bytes())
            address = f"/matches/{match['id']}/replay/"
            took, text = asking.get(address)
            firsts.append(took)
            if not steps:
                steps = steps_through(asking, address, text)
    print(
        f"first page of a 25-point file, {len(firsts)} files: median {median(firsts):.0f} ms,",
        end=" ",
    )
    print(f"slowest {max(firsts):.0f} ms (wanted: under {FIRST_MS})")
    slow = sorted(steps)[int(len(steps) * 0.99)]
    print(f"a step, {len(steps)} steps: median {median(steps):.1f} ms, p99 {slow:.1f} ms,", end=" ")
    print(f"slowest {max(steps):.1f} ms (wanted: under {STEP_MS})")


if __name__ == "__main__":
    main()
