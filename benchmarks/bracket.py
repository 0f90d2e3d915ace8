"""What a result and a look at the bracket cost, in a large event and with many clients at once.

python -m benchmarks.bracket [--entrants 256] [--clients 8]

First inside one process, on a database of its own: a double elimination is played to its end, and
single steps are timed. Then the one-process server is asked by several clients over REST.
evroon/bracket, the nearest open peer, took 27 results and 106 bracket reads a second with 8 clients
on 64 entrants (another machine of this size).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from statistics import median
from time import monotonic, perf_counter, process_time
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks._club import running_club
from tests.e2e.club_night import Director

if TYPE_CHECKING:
    from tournaments.models import Stage

SAMPLE = 30
"""Results timed at each end of the event."""
READ_SECONDS = 4
PEER = {"results a second": 27, "bracket reads a second": 106}


@dataclass(frozen=True)
class Cost:
    """The middle one of several runs."""

    milliseconds: float
    queries: int

    @staticmethod
    def of(
        action: Callable[[], Any], times: int = 1, *, before: Callable[[], Any] = lambda: None
    ) -> Cost:
        """Do it so often, each time after what comes ``before``; queries are counted the last time, apart from the clock."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        spent = []
        for _ in range(times):
            before()
            started = perf_counter()
            action()
            spent.append(1000 * (perf_counter() - started))
        before()
        with CaptureQueriesContext(connection) as queries:
            action()
        return Cost(median(spent), len(queries))


def _surroundings(folder: str, database: str) -> AbstractContextManager[Any]:
    """Ours for now; the server that is measured later has its own."""
    here = {
        "BARPOINT_VAR": folder,
        "DATABASE_URL": database,
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings.testing",
    }
    return patch.dict(os.environ, here)


@contextmanager
def migrated(database: str = "") -> Iterator[None]:
    """Django on that database, or on one in a folder that is thrown away."""
    with ExitStack() as surroundings:
        folder = surroundings.enter_context(tempfile.TemporaryDirectory(prefix="barpoint-bracket-"))
        database = database or f"sqlite:///{folder}/barpoint.sqlite3"
        surroundings.enter_context(_surroundings(folder, database))
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        yield
        connections.close_all()


def a_large_event(entrants: int) -> Stage:
    from rules_core.draws.settings import Format
    from tests.integration.factories import a_club, a_drawn_stage
    from tournaments.services.events import StagePlan

    return a_drawn_stage(
        a_club(), entrants, stages=[StagePlan(format=Format.DOUBLE_ELIMINATION)], name="Large"
    )


def result_costs(stage: Stage) -> list[Cost]:
    """Play the event to its end; what each result cost."""
    from django.db import connection, reset_queries
    from django.test.utils import CaptureQueriesContext

    from matches.services.results import report_result
    from players.actors import SYSTEM
    from tournaments.selectors import ready_matches

    costs = []
    while matches := list(ready_matches(stage)):
        for match in matches:
            reset_queries()  # The log takes so many and no more.
            with CaptureQueriesContext(connection) as queries:
                started = perf_counter()
                report_result(match_id=match.pk, score=(match.length, 3), actor=SYSTEM)
                spent = perf_counter() - started
            costs.append(Cost(1000 * spent, len(queries)))
    return costs


def processor_time(entrants: int = 30) -> float:
    """Milliseconds of our own process for a result, on the average of a whole round robin."""
    from matches.services.results import report_result
    from players.actors import SYSTEM
    from rules_core.draws.settings import Format
    from tests.integration.factories import a_club, a_drawn_stage
    from tournaments.selectors import ready_matches
    from tournaments.services.events import StagePlan

    plan = StagePlan(format=Format.ROUND_ROBIN)
    matches = list(ready_matches(a_drawn_stage(a_club(), entrants, stages=[plan], name="All")))
    started = process_time()
    for match in matches:
        report_result(match_id=match.pk, score=(match.length, 3), actor=SYSTEM)
    return 1000 * (process_time() - started) / len(matches)


def one_result(stage: Stage) -> None:
    from matches.services.results import report_result
    from players.actors import SYSTEM
    from tournaments.selectors import ready_matches

    match = ready_matches(stage)[0]
    report_result(match_id=match.pk, score=(match.length, 3), actor=SYSTEM)


def _publishing(stage: Stage, times: int = 7) -> float:
    """Milliseconds of the job that publishes, each time after one more result."""
    from tournaments.services.snapshots import refresh_snapshot

    spent = []
    for _ in range(times):
        one_result(stage)
        started = perf_counter()
        refresh_snapshot(stage_id=stage.pk)
        spent.append(1000 * (perf_counter() - started))
    return median(spent)


def in_one_process(entrants: int) -> None:
    with migrated():
        from django.test import Client

        stage = a_large_event(entrants)
        job = _publishing(stage)
        browser, slug = Client(), stage.tournament.slug
        pages = {
            "GET bracket (REST)": f"/api/v1/tournaments/{slug}/stages/1/bracket/",
            "GET bracket page": f"/events/{slug}/",
            "GET bracket part, kept": f"/events/{slug}/live/bracket/",
        }
        print(f"double elimination, {entrants} entrants{'':16}ms   queries")
        _line("job that publishes it", f"{job:.0f}", "", "under 300")
        for name, path in pages.items():
            cost = Cost.of(lambda path=path: browser.get(path), 7)  # type: ignore[misc]
            bar = "under 10, 1 query" if "REST" in name else ""
            _line(name, f"{cost.milliseconds:.1f}", str(cost.queries), bar)
        costs = result_costs(stage)
        for name, part in (
            (f"a result, the first {SAMPLE}", costs[:SAMPLE]),
            (f"a result, the last {SAMPLE}", costs[-SAMPLE:]),
        ):
            spent = median(cost.milliseconds for cost in part)
            queries = median(cost.queries for cost in part)
            _line(name, f"{spent:.1f}", f"{queries:g}", "the same")
        _line("a result, processor time, no counting", f"{processor_time():.1f}", "", "")


def _line(name: str, value: str, queries: str, bar: str) -> None:
    print(f"{name:38}{value:>8}{queries:>10}   {f'(wanted: {bar})' if bar else ''}")


def over_rest(clients: int, entrants: int = 64) -> None:
    with running_club() as server:
        director = Director(server)
        slug = director.set_up("Many hands", entrants)
        speeds = {
            "results a second": _results_a_second(director, slug, clients),
            "bracket reads a second": _reads_a_second(director, slug, clients),
        }
    print(f"\n{clients} clients, {entrants} entrants, one-process server")
    for name, speed in speeds.items():
        print(f"{name:38}{speed:>8,.0f}   (the peer: {PEER[name]}; wanted: {10 * PEER[name]})")


def _results_a_second(director: Director, slug: str, clients: int) -> float:
    """Only the posts are timed; the pauses between rounds are the tournament's, not ours."""
    spent, results = 0.0, 0
    with ThreadPoolExecutor(clients) as pool:
        while matches := director.ready(slug):
            started = monotonic()
            answers = list(pool.map(director.report, matches))
            spent += monotonic() - started
            results += len(answers)
            assert {answer.status for answer in answers} == {200}
    return results / spent


def _reads_a_second(director: Director, slug: str, clients: int) -> float:
    until = monotonic() + READ_SECONDS
    path = f"tournaments/{slug}/stages/1/bracket/"

    def read(_: int) -> int:
        done = count()
        while monotonic() < until:
            director.get(path)
            next(done)
        return next(done)

    with ThreadPoolExecutor(clients) as pool:
        return sum(pool.map(read, range(clients))) / READ_SECONDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=256)
    parser.add_argument("--clients", type=int, default=8)
    asked = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    in_one_process(asked.entrants)
    over_rest(asked.clients)


if __name__ == "__main__":
    main()
