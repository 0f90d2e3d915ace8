"""What is behind while results come in at a steady pace: both engines, jobs running.

python -m benchmarks steady [--entrants 1024] [--results 30] [--seconds 30] [--only cluster|one]

Results of one event, one after the other on one connection, so many a second. Meanwhile a second connection to the
database asks every 50 ms how long the oldest job that never failed has been waiting: that is how old what people
see may be. Processor time is that of all processes for each result, what happens by the clock included.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from statistics import quantiles
from time import monotonic, sleep
from typing import Any

import psycopg

from benchmarks._engines import (
    Engine,
    Federation,
    OneProcess,
    calm,
    ready_matches,
    running_engine,
    settle,
    spent,
)
from tests.e2e.club_night import Director

LOOK_SECONDS = 0.05
ENGINES: dict[str, type[Federation | OneProcess]] = {"cluster": Federation, "one": OneProcess}
OLDEST = "SELECT min(created_at) FROM outbox_message WHERE attempts = 0"


class Behind:
    """Asks again and again how long the oldest job has been waiting."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_over = threading.Event()
        self.ages: list[float] = []
        """Seconds; none where nothing waited."""

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Ask for as long as this lasts."""
        thread = threading.Thread(target=self._look)
        thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            thread.join()

    def _look(self) -> None:
        with _asking(self._engine) as ask:
            while not self._is_over.wait(LOOK_SECONDS):
                since = ask()
                waited = (datetime.now(UTC) - since).total_seconds() if since else 0.0
                self.ages.append(waited)


@contextmanager
def _asking(engine: Engine) -> Iterator[Callable[[], datetime | None]]:
    """One connection for all questions: to open one costs more than to ask."""
    if isinstance(engine, Federation):
        with psycopg.connect(engine.env["DATABASE_URL"], autocommit=True) as server:
            yield lambda: _first(server.execute(OLDEST).fetchone())
    else:
        with closing(sqlite3.connect(engine.folder / "barpoint.sqlite3")) as file:
            yield lambda: _moment(_first(file.execute(OLDEST).fetchone()))


def _first(row: Any) -> Any:
    return row[0]


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def _report(
    engine: Engine, director: Director, slug: str, options: argparse.Namespace
) -> list[float]:
    """Results at their pace; how long each took."""
    headers = {"Authorization": director.authorization, "Content-Type": "application/json"}
    took: list[float] = []
    ready: list[int] = []
    with closing(http.client.HTTPConnection("127.0.0.1", engine.port)) as connection:
        started = monotonic()
        while monotonic() < started + options.seconds:
            if not ready:
                ready = ready_matches(engine, [slug])[::-1]
            sleep(max(0.0, started + len(took) / options.results - monotonic()))
            match, began = ready.pop(), monotonic()
            score = json.dumps({"score": [5, match % 5]})
            connection.request("POST", f"/api/v1/matches/{match}/result/", score, headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            took.append(monotonic() - began)
    return took


def _measure(engine: Engine, options: argparse.Namespace) -> dict[str, str]:
    director = Director(engine)
    for name in ("Warming up", "Steady"):
        slug = director.set_up(name, options.entrants)
        calm(engine)
        behind, before, began = Behind(engine), spent(engine), monotonic()
        with behind.watched():
            took = _report(engine, director, slug, options)
        seconds = monotonic() - began
        after, last = spent(engine), monotonic()
        lag = settle(engine) - last
        if name == "Warming up":
            calm(engine)
    each = {role: 1000 * (after[role] - before[role]) / len(took) for role in after}
    return {
        "results a second": f"{len(took) / seconds:.1f}",
        "a result is answered after, p50 / p99 / most": _three(took),
        "the oldest job waits for, p50 / p99 / most": _three(behind.ages),
        "lag after the last": f"{1000 * lag:,.0f} ms",
        "ms of processor each": ", ".join(f"{role} {value:.1f}" for role, value in each.items()),
        "verify": engine.manage("verify").splitlines()[-1],
    }


def _three(seconds: list[float]) -> str:
    hundredths = quantiles(seconds, n=100)
    middle, most = (1000 * hundredths[place] for place in (49, 98))
    return f"{middle:,.0f} / {most:,.0f} / {1000 * max(seconds):,.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=1024)
    parser.add_argument("--results", type=float, default=30, help="a second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", choices=ENGINES, help="one of the engines")
    options = parser.parse_args()
    for name in [options.only] if options.only else ENGINES:
        load = os.getloadavg()[0]
        with running_engine(ENGINES[name]) as engine:
            found = _measure(engine, options)
        print(
            f"{engine.name}: an event of {options.entrants:,}, {options.results:g} results a second for "
            f"{options.seconds:g} s (load average before: {load:.1f}, after: {os.getloadavg()[0]:.1f})"
        )
        for what, value in found.items():
            print(f"{what:48}{value}", flush=True)


if __name__ == "__main__":
    main()
