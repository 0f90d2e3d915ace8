"""Does what is over cost anything? The same things beside 0 finished matches and beside many.

python -m benchmarks history [--matches 0 200000] [--times 60] [--cluster] [--keep FOLDER]

Processor time of all processes with their jobs, and on the cluster of PostgreSQL: on a busy machine it says more than
seconds by the clock. Each history is an installation of its own, and what is compared is done in all of them by turns.
Each has the demo club and a usual past of 9,240 matches, so that lists are full, and the history beside it: what is over, of
ten years, by other players (benchmarks/_past.py). With --keep the filled databases of SQLite stay in that folder, and
need not be filled for the next run: a million takes minutes.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks._engines import Engine, Federation, OneProcess, running_engine, settle, spent
from tests.e2e.club_night import CLUB, Director

ENTRANTS = 128
TURNS = 3
"""Each thing is done so often in turn, and the middle one counts."""
FILL = "from benchmarks._past import fill; fill({})"
PAGES = """
import json
from django.urls import reverse
from tests.e2e.browser.site_pages import PUBLIC, REPLAYED
print(json.dumps([reverse(name, kwargs=named) for name, named in PUBLIC if named != REPLAYED]))
"""
"""Every public page of the demo club, but those of a match that has another number on PostgreSQL."""
FILES = ("calendar.ics", "results.atom", "?page=2", "ratings/?page=2", "players/?page=2")
LISTS = (
    *("clubs/", "ratings/", "matches/", "matches/?status=ready", "matches/?status=finished"),
    *("tournaments/", "tournaments/?status=finished", "seasons/"),
)
SIGN_IN = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
user = get_user_model().objects.get(email="director@barpoint.example")
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print(settings.SESSION_COOKIE_NAME + "=" + session.session_key)
"""

Work = Callable[[], object]


class Night:
    """An event under way, one that is being entered, and somebody who looks on."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._director = Director(engine)
        self._cookie = engine.manage("shell", "-v0", "-c", SIGN_IN).splitlines()[-1]
        self._connection = http.client.HTTPConnection("127.0.0.1", engine.port, timeout=120)
        self.slug = self._director.set_up("Tonight", ENTRANTS)
        self._next = self._director.post(
            "tournaments/",
            {
                "club": CLUB,
                "name": "Next week",
                "starts_at": "2026-11-25T18:30:00Z",
                "rules": {"length": 5},
                "stages": [{"name": "Main", "format": "single_elimination"}],
            },
        )["slug"]
        settle(engine)
        self._ready = iter(self._director.ready(self.slug))
        self._number = 0

    def things(self) -> Iterator[tuple[str, Work]]:
        """What is done on a night."""
        stage = f"/api/v1/tournaments/{self.slug}/stages/1"
        part = f"/events/{self.slug}/live/bracket/"
        yield "a result, with its jobs", self._result
        yield "a line at the desk", self._entry
        yield "the console again", self._look(f"/events/{self.slug}/console/part/", self._cookie)
        yield "the bracket over REST", self._look(f"{stage}/bracket/")
        yield "304 over REST", self._look_again(f"{stage}/bracket/")
        yield "304 of the page's part", self._look_again(part)
        yield "an event's page", self._look(f"/events/{self.slug}/")
        pages = json.loads(self._engine.manage("shell", "-v0", "-c", PAGES).splitlines()[-1])
        pages += [f"/clubs/{CLUB}/{file}" for file in FILES]
        pages += [f"/api/v1/{listed}" for listed in LISTS]
        for path in dict.fromkeys(pages):
            yield path, self._look(path)

    def _result(self) -> None:
        assert self._director.report(next(self._ready)).status == 200

    def _entry(self) -> None:
        self._number += 1
        name = {"name": f"Somebody {self._number}"}
        self._director.post(f"tournaments/{self._next}/entries/", name)

    def _look(self, path: str, cookie: str = "", status: int = 200, etag: str = "") -> Work:
        headers = {"Cookie": cookie} if cookie else {}
        headers |= {"If-None-Match": etag} if etag else {}

        def look() -> str:
            answer = self._answer(path, headers)
            answer.read()
            assert answer.status == status, (path, answer.status, self._engine.web.last_words())
            return answer.getheader("ETag") or ""

        return look

    def _answer(self, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        try:
            self._connection.request("GET", path, headers=headers)
            return self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # While it was the others' turn the server has closed what nobody used.
            self._connection.close()
            self._connection.request("GET", path, headers=headers)
            return self._connection.getresponse()

    def _look_again(self, path: str) -> Work:
        return self._look(path, status=304, etag=str(self._look(path)()))


def measure(engines: list[Engine], times: int) -> dict[str, list[float]]:
    """Milliseconds of processor time for each thing in each of the installations, by turns."""
    found = {}
    nights = [Night(engine).things() for engine in engines]
    for things in zip(*nights, strict=True):
        for _, work in things:
            # The first look makes what is kept; SQLite and PostgreSQL read what they need from the disk.
            work()
        turns: list[list[float]] = [[] for _ in engines]
        for _ in range(TURNS):
            for engine, (_, work), taken in zip(engines, things, turns, strict=True):
                settle(engine)
                before = sum(spent(engine).values())
                for _ in range(times // TURNS):
                    work()
                settle(engine)
                after = sum(spent(engine).values())
                taken.append(1000 * (after - before) / (times // TURNS))
        found[things[0][0]] = [median(taken) for taken in turns]
    return found


def fill_past(engine: Engine, matches: int, keep: Path | None) -> None:
    """What the installation has behind it, taken from the folder if it is there."""
    database = engine.folder / "barpoint.sqlite3"
    kept = keep / f"history-{matches}.sqlite3" if keep and database.exists() else None
    if kept and kept.exists():
        shutil.copy(kept, database)
        engine.manage("migrate", "-v0")
        return
    print(engine.manage("shell", "-v0", "-c", FILL.format(matches)), flush=True)
    if kept:
        shutil.copy(database, kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[0, 200_000])
    parser.add_argument("--times", type=int, default=60, choices=range(TURNS, 61), metavar="3…60")
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    kind = Federation if options.cluster else OneProcess
    with ExitStack() as stopping:
        engines = [
            stopping.enter_context(
                running_engine(kind, partial(fill_past, matches=matches, keep=options.keep))
            )
            for matches in options.matches
        ]
        load = os.getloadavg()[0]
        _print(options, load, measure(engines, options.times))


def _print(options: argparse.Namespace, load: float, found: dict[str, list[float]]) -> None:
    name = "cluster" if options.cluster else "one process"
    print(f"\n{name}, ms of processor time, middle of {TURNS} turns; load average {load:.1f}\n")
    print(f"| beside so many matches | {' | '.join(f'{n:,}' for n in options.matches)} | × |")
    print("|---" * (len(options.matches) + 2) + "|")
    for thing, values in found.items():
        shown = " | ".join(f"{value:.1f}" for value in values)
        print(f"| {thing} | {shown} | {values[-1] / values[0] if values[0] else 0:.2f} |")


if __name__ == "__main__":
    main()
