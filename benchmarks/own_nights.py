"""A night of 22 with player codes alone: how soon does each phone know what is next?

python -m benchmarks.own_nights [--players 22] [--rounds 3] [--beside 0]

``--beside`` is how many programs compute without a pause meanwhile: a machine that has other work too.

The server is the one-process one on a folder of its own. Each phone asks as the page's script does:
every second and a half, by version. A call is known when both phones show the table, a result when
both show that the match is over.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from statistics import median
from time import monotonic
from typing import Any

from benchmarks._club import running_club
from tests.e2e.club_night import Director
from tests.e2e.servers import Server

EVERY = 1.5
"""As static/js/live.js asks."""
LONGEST_WAIT = 2.0
"""As tournaments/views/my_night.py tells it to, however busy the server is."""
BETWEEN = 0.7
"""Seconds from one call, or one result, to the next."""
SOON = 3.0
PATIENCE = 60.0
_PANEL = re.compile(
    r'data-state="(\w*)"\s+data-now="\d*"\s+data-table="(\d*)"\s+data-status="(\w*)"'
)
CODES = """
import json
from players.actors import SYSTEM
from tournaments.models import Tournament
from tournaments.services.player_codes import codes_of_event
event = Tournament.objects.get(slug={slug!r})
codes = codes_of_event(tournament_id=event.pk, actor=SYSTEM)
print(json.dumps({{entry.player.name: codes[entry.pk] for entry in event.entries.all()}}))
"""


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def ask(connection: Connection, path: str, etag: str) -> tuple[str, str, bytes]:
    reader, writer = connection
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
    writer.write(f"{asked}If-None-Match: {etag}\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status_line, *lines = head.rstrip().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return status_line.split()[1], headers.get("etag", etag), body


@dataclass
class OwnPhone:
    """One player's page: what it shows, and since when it has shown what."""

    secret: str
    state: str = ""
    table: str = ""
    status: str = ""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self, port: int, start: float) -> None:
        """Ask until cancelled."""
        await asyncio.sleep(start)
        connection: Connection = await asyncio.open_connection("127.0.0.1", port)
        etag, luck = "", Random(self.secret)
        while True:
            asked = monotonic()
            _status, etag, body = await ask(connection, f"/me/{self.secret}/part/", etag)
            self._see(body)
            busy = min((monotonic() - asked) * 10, LONGEST_WAIT)
            await asyncio.sleep(max(EVERY, busy) * (0.9 + luck.random() / 5))

    def _see(self, body: bytes) -> None:
        text = gzip.decompress(body).decode() if body[:2] == b"\x1f\x8b" else body.decode()
        if found := _PANEL.search(text):
            self.state, self.table, self.status = found.groups()
            self.changed.set()

    async def until(self, is_so: Callable[[OwnPhone], bool], since: float) -> float:
        """Seconds from ``since`` to when it shows so."""
        while not is_so(self):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)
        return monotonic() - since


def codes_of(server: Server, slug: str) -> dict[str, str]:
    """The secrets on the printed cards, by name."""
    printed: dict[str, str] = json.loads(
        server.manage("shell", "-v", "0", "-c", CODES.format(slug=slug)).splitlines()[-1]
    )
    return printed


async def night(
    server: Server, director: Director, slug: str, rounds: int
) -> dict[str, list[float]]:
    """Call and play every round while the phones follow; how long each took to know."""
    phones = {name: OwnPhone(secret) for name, secret in codes_of(server, slug).items()}
    luck = Random(len(phones))
    following = [
        asyncio.create_task(phone.follow(server.port, luck.uniform(0, EVERY)))
        for phone in phones.values()
    ]
    waits: dict[str, list[float]] = {"call": [], "result": []}
    for number in range(1, rounds + 1):
        matches = await asyncio.to_thread(director.ready, slug)
        called = [
            _known(
                director, phones, match, Said("call/", {"table": table}, _is_called(table), table)
            )
            for table, match in enumerate(matches, start=1)
        ]
        waits["call"] += chain.from_iterable(await asyncio.gather(*called))
        played = [
            _known(director, phones, match, Said("result/", {"score": [5, 2]}, _is_over, table))
            for table, match in enumerate(matches, start=1)
        ]
        waits["result"] += chain.from_iterable(await asyncio.gather(*played))
        if number < rounds:
            await asyncio.to_thread(director.post, f"tournaments/{slug}/stages/1/rounds/")
    for task in following:
        task.cancel()
    return waits


@dataclass(frozen=True)
class Said:
    """What is said of a match, by which a phone is seen to know it, and which one in a row it is."""

    path: str
    body: dict[str, Any]
    is_known: Callable[[OwnPhone], bool]
    number: int


def _is_called(table: int) -> Callable[[OwnPhone], bool]:
    return lambda phone: (phone.status, phone.table) == ("called", str(table))


def _is_over(phone: OwnPhone) -> bool:
    return phone.state in ("between", "done")


async def _known(
    director: Director, phones: dict[str, OwnPhone], match: dict[str, Any], said: Said
) -> list[float]:
    await asyncio.sleep(said.number * BETWEEN)
    await asyncio.to_thread(director.post, f"matches/{match['id']}/{said.path}", said.body)
    since = monotonic()
    both = [phones[match[side]["name"]] for side in "ab"]
    return list(await asyncio.gather(*(phone.until(said.is_known, since) for phone in both)))


@contextmanager
def busy_beside(programs: int) -> Iterator[None]:
    """Other programs that take all the time they get."""
    running = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)
    ]
    try:
        yield
    finally:
        for program in running:
            program.kill()
            program.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=22)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--beside", type=int, default=0)
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    with running_club() as server:
        director = Director(server)
        stage = {"name": "Swiss", "format": "swiss", "settings": {"rounds": asked.rounds}}
        slug = director.set_up("Codes", asked.players, stages=[stage], tables=asked.players // 2)
        with busy_beside(asked.beside):
            waits = asyncio.run(night(server, director, slug, asked.rounds))
    print(
        f"{asked.players} phones, {asked.rounds} rounds, {asked.beside} busy programs beside it "
        f"(load average before: {load:.1f})"
    )
    for what, seconds in waits.items():
        soon = 100 * sum(wait <= SOON for wait in seconds) / len(seconds)
        print(
            f"a {what} is known after: p50 {median(seconds):.1f} s, longest {max(seconds):.1f} s; "
            f"within {SOON:g} s: {soon:.1f} % of {len(seconds)}"
        )


if __name__ == "__main__":
    main()
