"""What SQLite goes through for a page does not grow with the years behind it.

Not timed: SQLite counts the steps of its own programs. It plans by rules of thumb, without having looked at the tables, so that a
look at one event may read all that the club has ever played, by an index, and no plan says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from benchmarks._past import fill
from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import User
from tournaments.models import Stage
from tournaments.selectors import ready_matches

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts no steps"),
]

HISTORY = 10_000
MOST = 1.1
STRAY = 300
"""Steps of very small looks, which have less to compare."""
YEAR = timezone.now().year
EVENT, OVER = "/events/limmat-cup/", "/events/october-knock-out/"
REST = "/api/v1/"
PUBLIC = (
    *("/", "/tables/"),
    *(
        f"/clubs/limmat/{page}"
        for page in (
            *("", "?page=2", "ratings/", "ratings/?page=2", "players/", "players/?page=2"),
            *("seasons/", f"seasons/{YEAR}/", "casual/", "sessions/", "chouettes/"),
            *("tv/", "tv/part/", "calendar.ics", "results.atom"),
        )
    ),
    *("/embed/clubs/limmat/ratings/", "/embed/clubs/limmat/events/"),
    *("/seasons/limmat-series/", "/seasons/limmat-series/players/{player}/"),
    *("/players/{player}/rating/", "/players/{player}/versus/{other}/"),
    *(EVENT, f"{EVENT}standings/", f"{EVENT}chances/", f"{EVENT}entrants/", f"{EVENT}tv/"),
    *(f"{EVENT}live/bracket/", f"{OVER}story/", f"{OVER}proof/", f"{OVER}paper/bracket/"),
    *("/events/advent-open/", "/events/advent-open/register/", "/matches/{match}/"),
    *(f"{REST}clubs/", f"{REST}ratings/", f"{REST}ratings/?club=limmat", f"{REST}seasons/"),
    *(f"{REST}tournaments/", f"{REST}tournaments/?status=finished", f"{REST}matches/"),
    *(f"{REST}matches/?status=ready", f"{REST}matches/?tournament=limmat-cup"),
    *(f"{REST}players/{{player}}/", f"{REST}players/{{player}}/ratings/"),
)
DIRECTORS = (
    *(f"{EVENT}{page}" for page in ("console/", "console/part/", "draw/", "during-play/")),
    *("/events/advent-open/desk/", "/events/advent-open/desk/lines/"),
    "/events/advent-open/desk/offered/?name=meier+1",
)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Neither of a test before nor for the next one."""
    cache.clear()
    yield
    cache.clear()


@contextmanager
def steps() -> Iterator[list[int]]:
    """How many steps SQLite takes meanwhile, about."""
    taken = [0]

    def step() -> int:
        taken[0] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(step, 1)
    try:
        yield taken
    finally:
        connection.connection.set_progress_handler(None, 0)


def looks(client: Client, paths: tuple[str, ...]) -> dict[str, int]:
    """Steps of a second look at each: what is remembered for a while is there."""
    match = Match.objects.filter(event="october-knock-out").earliest("pk")
    names = {"player": match.a_id, "other": match.b_id, "match": match.pk}
    found = {}
    for path in paths:
        address = path.format(**names)
        for _ in range(2):
            with steps() as taken:
                answer = client.get(address)
            assert answer.status_code == 200, address
        found[path] = taken[0]
    return found


def a_result() -> int:
    """Steps of a result in a club's running event, with its jobs."""
    match = ready_matches(Stage.objects.get(tournament__slug="limmat-cup"))[0]
    with steps() as taken:
        report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)
        run_pending()
    return taken[0]


def cost(client: Client) -> dict[str, int]:
    """Of everything."""
    cache.clear()
    director = User.objects.get(email="director@barpoint.example")
    found = looks(client, PUBLIC)
    client.force_login(director)
    found |= looks(client, DIRECTORS)
    client.logout()
    return found | {"a result": a_result()}


def test_ten_thousand_matches_cost_no_step(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # Lists are long before the history begins.
    monkeypatch.setattr("web.bounded_pages.REMEMBERED_FROM", 100)
    call_command("demo", stdout=StringIO())
    run_pending()
    fill(0)
    beside_none = cost(client)
    fill(HISTORY, usual=False)
    beside_many = cost(client)
    grown = {
        what: (before, beside_many[what])
        for what, before in beside_none.items()
        if beside_many[what] > MOST * before + STRAY
    }
    assert grown == {}
