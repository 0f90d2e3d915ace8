"""A hall full of phones: watchers who poll the bracket of 128 while its results come in.

python -m benchmarks.watchers [--watchers 1000] [--every 5] [--seconds 30] [--results 0.5]

The server is the one-process one on a folder of its own. The watchers live in a second process,
each with a connection of its own, as browsers have. They ask as the page's script does: by version,
compressed. A change is seen when a watcher has the bracket with that result in it.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import multiprocessing
import os
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from random import Random
from statistics import quantiles
from time import monotonic, sleep

from benchmarks._club import running_club
from tests.e2e.club_night import Director

ENTRANTS = 128
SEEN = b'class="pairing is-finished"'


@dataclass
class Seen:
    """What the watchers went through. Times are of the monotonic clock, which processes share."""

    latencies: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    first_seen: list[list[float]] = field(default_factory=list)
    """For each watcher, when it first saw so many results."""


@dataclass(frozen=True)
class Watched:
    """Where to look, and how often."""

    port: int
    path: str
    watchers: int
    every: float
    seconds: float


def watch(watched: Watched, told: Queue[Seen]) -> None:
    """All watchers, in a process of their own."""
    told.put(asyncio.run(_watch_together(watched)))


async def _watch_together(watched: Watched) -> Seen:
    seen = Seen()
    luck = Random(watched.watchers)
    starts = [luck.uniform(0, watched.every) for _ in range(watched.watchers)]
    until = monotonic() + watched.every + watched.seconds
    await asyncio.gather(*(_one(watched, seen, start, until) for start in starts))
    return seen


async def _one(watched: Watched, seen: Seen, start: float, until: float) -> None:
    """One watcher: asks, waits, asks again; a lost connection is an error, and opened again."""
    await asyncio.sleep(start)
    times: list[float] = []
    seen.first_seen.append(times)
    etag, connection = "", None
    due = monotonic()
    while due < until:
        try:
            connection = connection or await asyncio.open_connection("127.0.0.1", watched.port)
            status, etag, body = await _ask(connection, watched.path, etag)
            seen.answers[status] += 1
            seen.bytes += len(body)
            _note(times, body)
        except (OSError, asyncio.IncompleteReadError) as error:
            seen.answers[type(error).__name__] += 1
            connection = None
        seen.latencies.append(monotonic() - due)
        # On the beat; at once if the answer took longer than that, so a slow server is asked less.
        due = max(due + watched.every, monotonic())
        await asyncio.sleep(due - monotonic())
    if connection:
        connection[1].close()


def _note(times: list[float], body: bytes) -> None:
    if body:
        results = gzip.decompress(body).count(SEEN)
        times += [monotonic()] * (results - len(times))


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _ask(connection: Connection, path: str, etag: str) -> tuple[str, str, bytes]:
    reader, writer = connection
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
    writer.write(f"{asked}If-None-Match: {etag}\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status_line, *lines = head.rstrip().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return status_line.split()[1], headers.get("etag", etag), body


def report_while(director: Director, slug: str, seconds: float, rate: float) -> list[float]:
    """Results, so many a second; when each was answered."""
    answered: list[float] = []
    matches = director.ready(slug)
    started = monotonic()
    while monotonic() < started + seconds and matches:
        assert director.report(matches.pop(0)).status == 200
        answered.append(monotonic())
        sleep(max(0.0, started + len(answered) / rate - monotonic()))
    return answered


def delays(answered: list[float], seen: Seen) -> list[float]:
    """For each result and each watcher who saw it: how long that took."""
    return [
        times[number] - when
        for times in seen.first_seen
        for number, when in enumerate(answered)
        if number < len(times)
    ]


def _print(watched: Watched, seen: Seen, answered: list[float], load: float) -> None:
    asked = sum(seen.answers.values())
    percent = quantiles(seen.latencies, n=100)
    waits = sorted(delays(answered, seen))
    soon = bisect_left(waits, watched.every + 1)
    errors = asked - seen.answers["200"] - seen.answers["304"]
    rows = {
        "requests a second": f"{asked / (watched.seconds + watched.every):,.0f}",
        "of these 304": f"{100 * seen.answers['304'] / asked:.0f} %",
        "latency, p50": f"{1000 * percent[49]:.0f} ms",
        "latency, p99": f"{1000 * percent[98]:.0f} ms",
        "errors": f"{errors}",
        "results entered": f"{len(answered)}",
        "a change is seen after, p50": f"{waits[len(waits) // 2]:.1f} s",
        "a change is seen after, p99": f"{waits[len(waits) * 99 // 100]:.1f} s",
        f"seen within {watched.every + 1:g} s": f"{100 * soon / len(waits):.1f} %",
        "received": f"{seen.bytes / 1e6:.1f} MB",
    }
    print(
        f"{watched.watchers:,} watchers of a bracket of {ENTRANTS}, each asking every "
        f"{watched.every:g} s, for {watched.seconds:g} s (load average before: {load:.1f})"
    )
    for name, value in rows.items():
        print(f"{name:30}{value:>12}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--results", type=float, default=0.5, help="results a second")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    with running_club() as server:
        director = Director(server)
        slug = director.set_up("Watched", ENTRANTS)
        path = f"/events/{slug}/live/bracket/"
        watched = Watched(server.port, path, asked.watchers, asked.every, asked.seconds)
        context = multiprocessing.get_context("spawn")
        told: Queue[Seen] = context.Queue()
        watching = context.Process(target=watch, args=(watched, told))
        watching.start()
        sleep(asked.every)
        answered = report_while(director, slug, asked.seconds - asked.every, asked.results)
        seen = told.get()
        watching.join()
    _print(watched, seen, answered, load)


if __name__ == "__main__":
    main()
