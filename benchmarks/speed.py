"""Results, looks and 304s beside a bare REST view: both engines, jobs running, by turns.

python -m benchmarks speed [--rounds 3] [--seconds 3] [--clients 8] [--entrants 64 1024] [--only results] [--write]

The client is wrk. A round is: the bare views, the cluster, the one process, and, where BRACKET_CHECKOUT
names a checkout of evroon/bracket, that too; ratios are to the bare views of the same round, and the
middle round counts. Results come in a burst of 512, one for each match of a first round: one event of 1,024 or
eight of 128 or sixteen of 64. ``--only results`` leaves the looks out. ``--write`` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import median

from benchmarks import _wrk, peer
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
from benchmarks._wrk import Ask, Speed
from deploy.processes import PROJECT
from tests.e2e.club_night import Director

BURST = 512
"""Results at once."""
BARE_ROWS = 8
DOCUMENT = PROJECT / "docs" / "performance.md"
BEGIN, END = "<!-- make bench -->", "<!-- end of make bench -->"
FLOOR = "bare view"
RESULTS = "results"
LOOKS = ("bracket reads", "304", "304 of the page's part")
WHAT = (RESULTS, *LOOKS)


@dataclass(frozen=True)
class Found:
    """What one round found of one thing."""

    speed: Speed
    processor: dict[str, float] = field(default_factory=dict)
    """Milliseconds for each request, by what the processes do."""
    lag: float | None = None
    """Seconds from the last answer until no job was waiting."""


Key = tuple[str, int, str]
"""Who, how many entrants, and what."""


class Contestant:
    """One engine, with a director who sets up its events."""

    def __init__(self, engine: Engine, options: argparse.Namespace) -> None:
        self.engine, self.name = engine, engine.name
        self._options = options
        self._director = Director(engine)
        self._signed = {"Authorization": self._director.authorization}
        self._numbers = count(1)
        self.verified: list[str] = []
        self.text_bytes: dict[int, int] = defaultdict(int)
        """How long the bracket of an event is."""

    def round(self, entrants: int) -> Iterator[tuple[str, Found]]:
        """Results first, then looks at what they made."""
        slugs = [
            self._director.set_up(f"{self.name} {next(self._numbers)}", entrants)
            for _ in range(BURST * 2 // entrants)
        ]
        asks = [
            Ask("POST", f"/api/v1/matches/{match}/result/", {"score": [5, match % 5]})
            for match in ready_matches(self.engine, slugs)
        ]
        calm(self.engine)
        yield RESULTS, self._burst(asks)
        calm(self.engine)
        if not self._options.only:
            yield from self._looks(slugs[0], entrants)

    def _looks(self, slug: str, entrants: int) -> Iterator[tuple[str, Found]]:
        rest, part = (
            f"/api/v1/tournaments/{slug}/stages/1/bracket/",
            f"/events/{slug}/live/bracket/",
        )
        # As everybody looks: without signing in. Warm, in each web process.
        self._look(rest, 200, seconds=1)
        read = self._look(rest, 200)
        self.text_bytes[entrants] = round(read.speed.bytes_each)
        yield "bracket reads", read
        yield "304", self._look(rest, 304, **{"If-None-Match": self._etag(rest)})
        yield (
            "304 of the page's part",
            self._look(part, 304, **{"If-None-Match": self._etag(part)}),
        )

    def verify(self) -> None:
        """Whether everything derived is right."""
        said = subprocess.run(
            [sys.executable, "manage.py", "verify"],
            cwd=PROJECT,
            env=os.environ | self.engine.env,
            capture_output=True,
            text=True,
            check=False,
        )
        words = (said.stdout + said.stderr).strip().splitlines()
        clean = said.returncode == 0 and "waiting" not in said.stdout
        self.verified.append(f"{self.name}: {'clean' if clean else 'NOT CLEAN'}: {words[-1]}")

    def _burst(self, asks: list[Ask]) -> Found:
        before = spent(self.engine)
        speed = _wrk.once(
            self.engine.port,
            asks,
            clients=self._options.clients,
            status=200,
            headers=self._signed,
        )
        lag = settle(self.engine) - speed.ended
        return Found(speed, _each(self.engine, before, len(asks)), lag)

    def _look(self, path: str, status: int, *, seconds: float = 0, **headers: str) -> Found:
        before = spent(self.engine)
        speed = _wrk.again(
            self.engine.port,
            Ask("GET", path),
            seconds=seconds or self._options.seconds,
            clients=self._options.clients,
            status=status,
            headers=headers,
        )
        return Found(speed, _each(self.engine, before, speed.requests))

    def _etag(self, path: str) -> str:
        with urllib.request.urlopen(self.engine.base_url + path, timeout=30) as answer:
            etag: str = answer.headers["ETag"]
        return etag


class Bare:
    """The bare views, in the cluster's own web processes."""

    name = FLOOR

    def __init__(self, engine: Engine, options: argparse.Namespace) -> None:
        self._engine = engine
        self._options = options
        engine.manage(
            "shell",
            "-v0",
            "-c",
            "from benchmarks.bare.models import Row; "
            f"Row.objects.bulk_create(Row(pk=number) for number in range(1, {BARE_ROWS + 1}))",
        )
        self._texts: set[int] = set()

    def round(self, entrants: int, text_bytes: int) -> Iterator[tuple[str, Found]]:
        """A text of so many bytes stands for the bracket."""
        asks = [
            Ask(
                "POST", f"/api/v1/bare/{number % BARE_ROWS + 1}/", {"number": number, "winner": "a"}
            )
            for number in range(BURST)
        ]
        before = spent(self._engine)
        speed = _wrk.once(
            self._engine.port, asks, clients=self._options.clients, status=200, headers={}
        )
        yield RESULTS, Found(speed, _each(self._engine, before, len(asks)))
        if self._options.only:
            return
        self._hold(entrants, text_bytes)
        path = f"/api/v1/bare/{entrants}/text/"
        yield "bracket reads", self._look(path, 200)
        held = self._look(path, 304, **{"If-None-Match": '"1"'})
        yield "304", held
        yield "304 of the page's part", held

    def _look(self, path: str, status: int, **headers: str) -> Found:
        return Found(
            _wrk.again(
                self._engine.port,
                Ask("GET", path),
                seconds=self._options.seconds,
                clients=self._options.clients,
                status=status,
                headers=headers,
            )
        )

    def _hold(self, pk: int, size: int) -> None:
        if pk not in self._texts:
            self._engine.manage(
                "shell",
                "-v0",
                "-c",
                "from benchmarks.bare.models import Text; "
                f"Text.objects.create(pk={pk}, content='x' * {size})",
            )
            self._texts.add(pk)


def _each(engine: Engine, before: dict[str, float], number: int) -> dict[str, float]:
    """Milliseconds of processor time for each of so many requests."""
    after = spent(engine)
    return {role: 1000 * (after[role] - before[role]) / number for role in after}


def measure(options: argparse.Namespace) -> tuple[dict[Key, list[Found]], list[str], list[float]]:
    """All rounds; what ``verify`` said; the load averages before each."""
    rounds: dict[Key, list[Found]] = {}
    loads = []
    with ExitStack() as running:
        contestants = [
            Contestant(running.enter_context(running_engine(kind)), options)
            for kind in (Federation, OneProcess)
        ]
        bare = Bare(contestants[0].engine, options)
        beside = running.enter_context(peer.running(options)) if peer.checkout() else None
        for entrants in options.entrants:
            # A first round warms everything up, and tells how long a bracket is.
            for each in contestants:
                _take(f"warming up, {entrants}", each.name, each.round(entrants))
            for number in range(1, options.rounds + 1):
                loads.append(os.getloadavg()[0])
                size = contestants[0].text_bytes[entrants]
                turns = [(bare.name, bare.round(entrants, size))]
                turns += [(each.name, each.round(entrants)) for each in contestants]
                if beside is not None:
                    turns.append((peer.NAME, _found(beside.round())))
                for name, turn in turns:
                    for what, found in _take(f"round {number}, {entrants}", name, turn):
                        rounds.setdefault((name, entrants, what), []).append(found)
        for each in contestants:
            each.verify()
        return rounds, [line for each in contestants for line in each.verified], loads


def _take(when: str, name: str, turn: Iterator[tuple[str, Found]]) -> list[tuple[str, Found]]:
    """Ask, and say at once what was found."""
    taken = []
    for what, found in turn:
        speed = found.speed
        print(
            f"{when}, {name}: {speed.per_second:,.0f} {what} a second, p99 {speed.p99_ms:.0f} ms",
            flush=True,
        )
        taken.append((what, found))
    return taken


def _found(turn: Iterator[tuple[str, Speed]]) -> Iterator[tuple[str, Found]]:
    for what, speed in turn:
        yield what, Found(speed)


def table(rounds: dict[Key, list[Found]], entrants: list[int]) -> list[str]:
    """Markdown: the middle of the rounds."""
    lines = [
        "| | entrants | a second | of the bare view | p50 / p99 ms | ms of processor each | lag s |",
        "|---|---|---|---|---|---|---|",
    ]
    for what in WHAT:
        for name in dict.fromkeys(key[0] for key in rounds):
            for number in entrants:
                found = rounds.get((name, number, what))
                if found:
                    lines.append(_row(what, name, number, found, rounds[FLOOR, number, what]))
    return lines


def _row(what: str, name: str, entrants: int, found: list[Found], floor: list[Found]) -> str:
    ratio = median(
        own.speed.per_second / bare.speed.per_second for own, bare in zip(found, floor, strict=True)
    )
    each = {role: median(one.processor[role] for one in found) for role in found[0].processor}
    spent_on = ", ".join(f"{role} {value:.1f}" for role, value in each.items())
    lags = [one.lag for one in found if one.lag is not None]
    return (
        f"| {what}, {name} | {entrants:,} | {median(one.speed.per_second for one in found):,.0f} | {ratio:.2f} "
        f"| {median(one.speed.p50_ms for one in found):.1f} / {median(one.speed.p99_ms for one in found):.0f} "
        f"| {spent_on} | {f'{median(lags):.1f}' if lags else ''} |"
    )


def write(lines: list[str], document: Path = DOCUMENT) -> None:
    """Between the two marks in the document."""
    text = document.read_text()
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    document.write_text("\n".join([head + BEGIN, *lines, END]) + tail)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--entrants", type=int, nargs="+", default=[64, 1024])
    parser.add_argument("--only", choices=[RESULTS], help="no looks")
    parser.add_argument("--write", action="store_true", help="the table into docs/performance.md")
    options = parser.parse_args()
    _wrk.program()
    rounds, verified, loads = measure(options)
    when = f"{datetime.now(UTC):%d %B %Y}"
    lines = [
        "",
        (
            f"{when}, `python -m benchmarks {' '.join(['speed', *sys.argv[1:]])}`, {options.clients} clients, the middle of "
            f"{options.rounds} rounds, {os.cpu_count()} cores, load average {min(loads):.1f} to {max(loads):.1f} before the rounds:"
        ),
        "",
        *table(rounds, options.entrants),
        "",
        f"`manage.py verify` afterwards: {'; '.join(verified)}",
        "",
    ]
    print("\n".join(lines))
    if options.write:
        write(lines)


if __name__ == "__main__":
    main()
