"""A hall full of phones: pages that watch brackets of 128 while results come in.

python -m benchmarks watchers [--cluster] [--watchers 1000] [--seconds 30] [--results 10] [--events 4]

The one-process server, or the cluster, with its jobs. The watchers live in a second process, each with a
connection of its own, and ask as the page's script does. Beside them ten visitors open the whole page every second
and a half. A change is seen when a watcher has the bracket with that result in it.
"""

from __future__ import annotations

import argparse
import os
from collections import deque
from dataclasses import dataclass, field
from statistics import quantiles
from time import monotonic, sleep
from typing import Any

from benchmarks._crowd import COME_WITHIN, Audience, Looks, Page, looking_on
from benchmarks._engines import Engine, Federation, OneProcess, running_engine, settle, spent
from benchmarks._processes import megabytes
from tests.e2e.club_night import Director

ENTRANTS = 128
VISITORS = 10
LINGER = 3.0
"""Seconds for which they look on after the last result."""
SOON = 2.0


@dataclass
class Reports:
    """Results that were entered: by event when each was answered, and how long that took."""

    answered: dict[str, list[float]] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)


def report_while(director: Director, slugs: list[str], seconds: float, rate: float) -> Reports:
    """Results of each event in turn, so many a second."""
    reports = Reports({slug: [] for slug in slugs})
    ready: dict[str, deque[dict[str, Any]]] = {slug: deque(director.ready(slug)) for slug in slugs}
    started = monotonic()
    while monotonic() < started + seconds:
        number = len(reports.latencies)
        slug = slugs[number % len(slugs)]
        if not ready[slug]:
            ready[slug].extend(director.ready(slug))
        sleep(max(0.0, started + number / rate - monotonic()))
        began = monotonic()
        assert director.report(ready[slug].popleft()).status == 200
        reports.answered[slug].append(monotonic())
        reports.latencies.append(monotonic() - began)
    return reports


def delays(answered: dict[str, list[float]], looks: Looks) -> list[float]:
    """By the path of a page, when results were answered: for each and each who saw it, how long that took."""
    return sorted(
        times[number] - when
        for path, results in answered.items()
        for times in looks.first_seen.get(path, [])
        for number, when in enumerate(sorted(results))
        if number < len(times)
    )


def unseen(answered: dict[str, list[float]], looks: Looks) -> int:
    """Results that somebody has not seen at all, counted for each of them."""
    return sum(
        max(0, len(results) - len(times))
        for path, results in answered.items()
        for times in looks.first_seen.get(path, [])
    )


def spread(looks: Looks) -> list[float]:
    """For each result and watcher: how long after the first who saw it."""
    late: list[float] = []
    for pages in looks.first_seen.values():
        for number in range(max(map(len, pages), default=0)):
            times = [times[number] for times in pages if number < len(times)]
            late += [when - min(times) for when in times]
    return sorted(late)


def path_of(slug: str) -> str:
    return f"/events/{slug}/live/bracket/"


def _measure(engine: Engine, options: argparse.Namespace) -> dict[str, str]:
    director = Director(engine)
    slugs = [
        director.set_up(f"Watched {number}", ENTRANTS) for number in range(1, options.events + 1)
    ]
    settle(engine)
    watching = [
        Page("watchers", path_of(slugs[number % len(slugs)])) for number in range(options.watchers)
    ]
    visiting = [Page("visitors", f"/events/{slugs[0]}/", remembers=False)] * VISITORS
    seconds = COME_WITHIN + options.seconds + LINGER
    with looking_on(Audience(engine.port, watching + visiting, monotonic() + seconds)) as crowd:
        sleep(COME_WITHIN)
        before, began = spent(engine), monotonic()
        reports = report_while(director, slugs, options.seconds, options.results)
        took, after = monotonic() - began, spent(engine)
        memory = {role: megabytes(pids) for role, pids in engine.roles.items()}
        looks = crowd.looks()
    said = engine.manage("verify").splitlines()[-1]
    answered = {path_of(slug): results for slug, results in reports.answered.items()}
    waits, later = delays(answered, looks), spread(looks)
    processor = {role: (after[role] - before[role]) / took for role in after}
    return {
        "results a second": f"{len(reports.latencies) / took:.1f}",
        "a result is answered after, p50 / p99": _two(reports.latencies),
        "answers to watchers a second": f"{looks.waited / seconds:,.0f}",
        "the page is there after, p50 / p99": _two(looks.latencies.get("visitors", [])),
        "a question that did not wait, p50 / p99": _two(looks.latencies.get("watchers", [])),
        "a result is seen after its answer, p50 / p99": _two(waits),
        f"seen within {SOON:g} s": f"{100 * sum(wait <= SOON for wait in waits) / len(waits):.2f} %",
        "after the first who saw it, p50 / p99": _two(later),
        "not seen at all": f"{unseen(answered, looks):,}",
        "errors": f"{looks.errors} {dict(looks.answers)}",
        "received": f"{looks.bytes / 1e6:,.0f} MB",
        "processors": ", ".join(f"{role} {part:.2f}" for role, part in processor.items()),
        "processor of the watchers": f"{looks.processor_seconds / seconds:.2f}",
        "memory": ", ".join(f"{role} {size:,.0f} MB" for role, size in memory.items()),
        "verify": said,
    }


def _two(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return "–"
    hundredths = quantiles(seconds, n=100)
    return f"{1000 * hundredths[49]:,.0f} / {1000 * hundredths[98]:,.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--watchers", type=int)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--results", type=float, default=10, help="a second")
    parser.add_argument("--events", type=int, default=4)
    options = parser.parse_args()
    options.watchers = options.watchers or (5000 if options.cluster else 1000)
    load = os.getloadavg()[0]
    with running_engine(Federation if options.cluster else OneProcess) as engine:
        found = _measure(engine, options)
    print(
        f"{engine.name}: {options.watchers:,} watchers of {options.events} brackets of {ENTRANTS}, "
        f"{options.results:g} results a second for {options.seconds:g} s "
        f"(load average before: {load:.1f}, after: {os.getloadavg()[0]:.1f})"
    )
    for name, value in found.items():
        print(f"{name:46}{value}")


if __name__ == "__main__":
    main()
