"""Does what is over cost anything? The same things beside 0 finished matches and beside many.

python -m benchmarks history [--matches 0 200000] [--times 60] [--cluster]

Processor time of all processes with their jobs, and on the cluster of PostgreSQL: on a busy machine it says more than
seconds by the clock. Each history is an installation of its own: the demo club's events, copied until there are so
many matches. A million takes minutes to copy.
"""

from __future__ import annotations

import argparse
import http.client
import os
from collections.abc import Callable, Iterator
from statistics import median

from benchmarks._engines import Engine, Federation, OneProcess, running_engine, settle, spent
from tests.e2e.club_night import CLUB, Director

ENTRANTS = 128
TURNS = 3
"""Each thing is done so often in turn, and the middle one counts."""
FILL = "from benchmarks.backup import fill; fill({})"
ANALYZE = "from django.db import connection; connection.cursor().execute('ANALYZE')"
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
        rated = self._engine.query("SELECT player_id FROM matches_rating LIMIT 1")[0][0]
        yield "a result, with its jobs", self._result
        yield "a line at the desk", self._entry
        yield "the console again", self._look(f"/events/{self.slug}/console/part/", self._cookie)
        yield "the bracket over REST", self._look(f"{stage}/bracket/")
        yield "304 over REST", self._look_again(f"{stage}/bracket/")
        yield "304 of the page's part", self._look_again(part)
        yield "an event's page", self._look(f"/events/{self.slug}/")
        yield "front page", self._look("/")
        yield "a club's page", self._look(f"/clubs/{CLUB}/")
        yield "rating list", self._look(f"/clubs/{CLUB}/ratings/")
        yield "a player's page", self._look(f"/players/{rated}/")
        yield "matches over REST", self._look("/api/v1/matches/")

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
            self._connection.request("GET", path, headers=headers)
            answer = self._connection.getresponse()
            answer.read()
            assert answer.status == status, (path, answer.status, self._engine.web.last_words())
            return answer.getheader("ETag") or ""

        return look

    def _look_again(self, path: str) -> Work:
        return self._look(path, status=304, etag=str(self._look(path)()))


def measure(engine: Engine, times: int) -> dict[str, float]:
    """Milliseconds of processor time for each thing."""
    found = {}
    for name, work in Night(engine).things():
        # The first look makes what is kept; SQLite and PostgreSQL read what they need from the disk.
        work()
        settle(engine)
        turns = []
        for _ in range(TURNS):
            before = sum(spent(engine).values())
            for _ in range(times // TURNS):
                work()
            settle(engine)
            turns.append(1000 * (sum(spent(engine).values()) - before) / (times // TURNS))
        found[name] = median(turns)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[0, 200_000])
    parser.add_argument("--times", type=int, default=60, choices=range(TURNS, 61), metavar="3…60")
    parser.add_argument("--cluster", action="store_true")
    options = parser.parse_args()
    found: list[dict[str, float]] = []
    loads = []
    for matches in options.matches:
        with running_engine(Federation if options.cluster else OneProcess) as engine:
            if matches:
                print(engine.manage("shell", "-v0", "-c", FILL.format(matches)), flush=True)
                engine.manage("shell", "-v0", "-c", ANALYZE)
            loads.append(os.getloadavg()[0])
            found.append(measure(engine, options.times))
    _print(options, loads, found)


def _print(options: argparse.Namespace, loads: list[float], found: list[dict[str, float]]) -> None:
    name = "cluster" if options.cluster else "one process"
    said = ", ".join(f"{load:.1f}" for load in loads)
    print(f"\n{name}, ms of processor time, middle of {TURNS}; load average before each: {said}\n")
    print(f"| beside so many matches | {' | '.join(f'{n:,}' for n in options.matches)} | × |")
    print("|---" * (len(found) + 2) + "|")
    for thing, first in found[0].items():
        values = [one[thing] for one in found]
        shown = " | ".join(f"{value:.1f}" for value in values)
        print(f"| {thing} | {shown} | {values[-1] / first if first else 0:.2f} |")


if __name__ == "__main__":
    main()
