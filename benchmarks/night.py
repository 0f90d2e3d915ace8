"""A federation's night: four events of 128 at a time, with everybody who looks on.

python -m benchmarks night [--seconds 60] [--results 20] [--phones 500] [--watchers 2000] [--history 0]
                           [--one-process]

500 phones follow their own night, 4 screens and 2,000 watchers follow the four events, each asking
as its page does, by version and compressed; results come in over REST, so many a second. When an event
is over the next one takes its place; those who watched stay with the one they have. ``--seconds 600`` is the long form.
``--history N`` has that many finished matches in the database first, copied from the demo club's.
Those who look on live in a process of their own on the same machine.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, deque
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from statistics import quantiles
from time import monotonic, sleep
from typing import Any

from benchmarks._crowd import COME_WITHIN, Audience, Looks, Page, looking_on
from benchmarks._engines import Federation, OneProcess, running_engine, settle, spent
from benchmarks._processes import megabytes
from benchmarks.own_nights import codes_of
from benchmarks.watchers import LINGER, SOON, delays, path_of, unseen
from tests.e2e.club_night import Director

EVENTS = 4
ENTRANTS = 128
LONGEST_WAIT = 4.0
"""As tournaments/views/my_night.py tells phones in an event of 128."""
CLIENTS = 8
"""Who report at the same time."""


class Night:
    """The four events under way, and those that follow them."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._numbers = count(1)
        self.answered: dict[str, list[float]] = {}
        """By event, when each of its results was answered,"""
        self.own: dict[str, list[float]] = {}
        """and by whoever played in them."""
        self.slugs = [self._set_up() for _ in range(EVENTS)]
        self._ready: list[deque[dict[str, Any]]] = [deque() for _ in range(EVENTS)]
        self.latencies: list[float] = []
        self.refused: Counter[str] = Counter()
        self.late = 0
        """Results that could not be sent when they were due, because no match was ready."""

    def _set_up(self) -> str:
        stages = [{"name": "Main", "format": "double_elimination"}]
        slug = self._director.set_up(f"Night {next(self._numbers)}", ENTRANTS, stages=stages)
        self.answered[slug] = []
        return slug

    def play(self, seconds: float, rate: float) -> float:
        """Results, so many a second; the number sent each second."""
        started, sent = monotonic(), 0
        with ThreadPoolExecutor(CLIENTS) as pool:
            under_way: deque[Future[None]] = deque()
            while monotonic() < started + seconds:
                match = self._next(sent % EVENTS, under_way)
                slug = self.slugs[sent % EVENTS]
                sleep(max(0.0, started + sent / rate - monotonic()))
                under_way.append(pool.submit(self._report, slug, match))
                sent += 1
                while len(under_way) > CLIENTS:
                    under_way.popleft().result()
            for report in under_way:
                report.result()
        return sent / (monotonic() - started)

    def _next(self, place: int, under_way: deque[Future[None]]) -> dict[str, Any]:
        """A match of that event, or of the one that follows it."""
        while not self._ready[place]:
            while under_way:
                under_way.popleft().result()
            try:
                self._ready[place].extend(self._director.ready(self.slugs[place]))
            except OSError as error:
                self.refused[type(error).__name__] += 1
                continue
            if not self._ready[place]:
                self.late += 1
                self.slugs[place] = self._set_up()
        return self._ready[place].popleft()

    def _report(self, slug: str, match: dict[str, Any]) -> None:
        began = monotonic()
        try:
            status = str(self._director.report(match).status)
        except OSError as error:
            # No answer in half a minute; a person would send it again, here it counts as an error.
            status = type(error).__name__
        self.latencies.append(monotonic() - began)
        if status == "200":
            self.answered[slug].append(monotonic())
            for side in "ab":
                self.own.setdefault(f"{slug} {match[side]['name']}", []).append(monotonic())
        else:
            self.refused[status] += 1


def _pages(options: argparse.Namespace, codes: list[str], slugs: list[str]) -> list[Page]:
    phones = [Page("phones", _night_of(code), LONGEST_WAIT) for code in codes]
    screens = [Page("screens", f"/events/{slug}/live/tv/") for slug in slugs]
    watchers = [
        Page("watchers", path_of(slugs[number % EVENTS])) for number in range(options.watchers)
    ]
    return phones[: options.phones] + screens + watchers


def _night_of(code: str) -> str:
    return f"/me/{code}/part/"


def _line(name: str, seconds: list[float]) -> None:
    hundredths = quantiles(seconds, n=100)
    middle, most, nearly_all = (1000 * hundredths[place] for place in (49, 94, 98))
    print(f"{name:34}{len(seconds):>10,}{middle:>10,.0f}{most:>10,.0f}{nearly_all:>10,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--results", type=float, default=20, help="a second")
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--watchers", type=int, default=2000)
    parser.add_argument(
        "--history", type=int, default=0, help="finished matches in the database first"
    )
    parser.add_argument("--one-process", action="store_true")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with running_engine(OneProcess if options.one_process else Federation) as engine:
        if options.history:
            fill = f"from benchmarks.backup import fill; fill({options.history})"
            print(engine.manage("shell", "-v0", "-c", fill), flush=True)
        night = Night(Director(engine))
        codes = {
            f"{slug} {name}": code
            for slug in night.slugs
            for name, code in codes_of(engine, slug).items()
        }
        settle(engine)
        pages = _pages(options, list(codes.values()), night.slugs)
        seconds = COME_WITHIN + options.seconds + LINGER
        with looking_on(Audience(engine.port, pages, monotonic() + seconds)) as crowd:
            sleep(COME_WITHIN)
            before, began = spent(engine), monotonic()
            rate = night.play(options.seconds, options.results)
            last, after = monotonic(), spent(engine)
            memory = {role: megabytes(pids) for role, pids in engine.roles.items()}
            lag = settle(engine) - last
            looks = crowd.looks()
        said = engine.manage("verify").splitlines()[-1]
    _print(options, engine.name, load, night, looks, codes)
    print(f"results a second: {rate:.1f}; lag after the last one: {lag:.1f} s")
    used = {role: (after[role] - before[role]) / (last - began) for role in after}
    used["those who look on"] = looks.processor_seconds / seconds
    print("processors: " + ", ".join(f"{role} {part:.2f}" for role, part in used.items()))
    print("memory: " + ", ".join(f"{role} {size:,.0f} MB" for role, size in memory.items()))
    print(f"verify: {said}")


def _print(
    options: argparse.Namespace,
    name: str,
    load: float,
    night: Night,
    looks: Looks,
    codes: dict[str, str],
) -> None:
    watched = {path_of(slug): night.answered[slug] for slug in list(night.answered)[:EVENTS]}
    own = {_night_of(codes[player]): night.own.get(player, []) for player in codes}
    print(
        f"{name}: {EVENTS} events of {ENTRANTS}, {options.phones} phones, {EVENTS} screens, "
        f"{options.watchers:,} watchers, {options.results:g} results a second for "
        f"{options.seconds:g} s, {options.history:,} matches of history "
        f"(load average before: {load:.1f}, after: {os.getloadavg()[0]:.1f})"
    )
    print(f"{'':34}{'':>10}{'p50 ms':>10}{'p95 ms':>10}{'p99 ms':>10}")
    waited = {f"{kind}, at once": times for kind, times in looks.latencies.items()}
    seen = {
        "a result is seen by watchers": (watched, delays(watched, looks)),
        "by the phones of those who played": (own, delays(own, looks)),
    }
    waits = {kind: times for kind, (_, times) in seen.items()}
    for kind, seconds in {"results": night.latencies, **waited, **waits}.items():
        if len(seconds) > 1:
            _line(kind, seconds)
    for kind, (answered, times) in seen.items():
        soon = sum(wait <= SOON for wait in times) / max(len(times), 1)
        missed = unseen(answered, looks)
        print(f"{kind} within {SOON:g} s: {100 * soon:.2f} %, not at all: {missed:,}")
    refused = sum(night.refused.values())
    print(
        f"errors: {looks.errors + refused} "
        f"({dict(looks.answers)}, results refused: {dict(night.refused)})"
    )


if __name__ == "__main__":
    main()
