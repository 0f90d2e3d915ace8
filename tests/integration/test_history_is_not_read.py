"""What a club asks for on a night does not read through all that was ever played.

Not timed: the database says how it would find the rows. A table that grows with every match must be reached by
an index; where it is read from end to end, the cost grows with the years.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Role, User
from players.services.clubs import give_role
from tests.integration.factories import a_club, a_drawn_stage, a_player
from tournaments.models import Stage, Tournament
from tournaments.selectors import ready_matches

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

GROWING = {
    "matches_match",
    "matches_matchevent",
    "matches_ratingchange",
    "tournaments_pairing",
    "tournaments_entry",
    "tournaments_stageentrant",
    "tournaments_tournament",
}
_WHOLE_TABLE = {
    "sqlite": re.compile(r"^SCAN (\w+)"),
    "postgresql": re.compile(r"Seq Scan on (\w+)"),
}
PUBLIC = (
    "/",
    "/clubs/{club}/",
    "/clubs/{club}/seasons/",
    "/events/{slug}/",
    "/events/{slug}/live/bracket/",
    "/events/{slug}/live/standings/",
    "/events/{slug}/live/tv/",
    "/api/v1/tournaments/{slug}/",
    "/api/v1/tournaments/{slug}/stages/1/bracket/",
    "/api/v1/tournaments/{slug}/stages/1/standings/",
    "/api/v1/matches/{match}/",
    "/api/v1/matches/?tournament={slug}&status=ready",
)
DIRECTORS = (
    "/events/{slug}/console/",
    "/events/{slug}/console/part/",
    "/events/{slug}/desk/",
    "/events/{slug}/desk/lines/",
)


@pytest.fixture
def stage() -> Stage:
    drawn = a_drawn_stage(a_club(), 8)
    for match in ready_matches(drawn)[:2]:
        report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)
    run_pending()
    return drawn


def read_whole(statements: Iterable[str]) -> set[tuple[str, str]]:
    """Tables that grow and that a statement would read from end to end, each with the statement."""
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    found = set()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A small table is read as a whole by choice; then only where there is no other way.
            cursor.execute("SET LOCAL enable_seqscan = off")
        for statement in statements:
            if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
                continue
            cursor.execute(f"{explain} {statement}")
            for row in cursor.fetchall():
                scanned = _WHOLE_TABLE[connection.vendor].search(str(row[-1]).strip())
                if scanned and scanned[1] in GROWING:
                    found.add((scanned[1], statement))
    return found


def whole_tables(work: Callable[[], object]) -> set[tuple[str, str]]:
    with CaptureQueriesContext(connection) as queries:
        work()
    assert queries.captured_queries
    return read_whole(query["sql"] for query in queries.captured_queries)


def test_a_table_that_is_read_as_a_whole_is_found(stage: Stage) -> None:
    assert stage.pk
    sql = "SELECT id FROM matches_match WHERE points_a = 3"
    assert read_whole([sql]) == {("matches_match", sql)}


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_page_does_not_read_the_history(
    client: Client, stage: Stage, address: str
) -> None:
    match = ready_matches(stage)[0]
    event = stage.tournament
    path = address.format(slug=event.slug, match=match.pk, club=event.club.slug)

    def look() -> None:
        assert client.get(path).status_code == 200

    assert whole_tables(look) == set()


@pytest.mark.parametrize("address", DIRECTORS)
def test_a_directors_page_does_not_read_the_history(
    client: Client, stage: Stage, address: str
) -> None:
    director = User.objects.create_user("director@example.org")
    give_role(user_id=director.pk, club_id=stage.tournament.club_id, role=Role.DIRECTOR)
    client.force_login(director)
    path = address.format(slug=stage.tournament.slug)

    def look() -> None:
        assert client.get(path).status_code == 200

    assert whole_tables(look) == set()


def test_a_result_with_its_jobs_does_not_read_the_history(stage: Stage) -> None:
    match = ready_matches(stage)[0]

    def result() -> None:
        report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)
        run_pending()

    assert whole_tables(result) == set()


def test_pages_show_so_many_events_however_many_were_never_finished(client: Client) -> None:
    club = a_club()
    day = timezone.now()
    Tournament.objects.bulk_create(
        Tournament(
            club=club,
            name=f"{status} {number}",
            slug=f"{status}-{number}",
            starts_at=day - timedelta(days=number),
            timezone="UTC",
            rules={},
            status=status,
            published_at=day,
        )
        for status in ("running", "registration")
        for number in range(70)
    )
    for address in ("/", f"/clubs/{club.slug}/"):
        shown = client.get(address).content.decode()
        assert "running 0" in shown
        assert "registration 0" in shown
        assert shown.count('href="/events/') < 70


def test_a_long_list_over_rest_is_counted_once_a_minute_and_read_to_its_end(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("web.bounded_pages", "api.pagination"):
        monkeypatch.setattr(f"{module}.MOST_COUNTED", 6)
    monkeypatch.setattr("web.bounded_pages.REMEMBERED_FROM", 6)
    drawn = a_drawn_stage(a_club(), 16)
    address: str | None = "/api/v1/matches/?page_size=3"
    seen = []
    while address:
        answer = client.get(address).json()
        assert answer["count"] == 8
        seen += [match["id"] for match in answer["results"]]
        address = answer["next"]
    every = Match.objects.filter(event=drawn.tournament.slug).order_by("pk")
    assert seen == list(every.values_list("pk", flat=True))
    assert len(seen) == 8
    assert client.get("/api/v1/matches/?page_size=3&page=4").status_code == 404
    everybody = client.get("/api/v1/players/?page_size=50").json()
    assert (everybody["count"], len(everybody["results"])) == (16, 16)
    a_player(drawn.tournament.club, "Somebody new")
    # Counted a moment ago; there all the same.
    again = client.get("/api/v1/players/?page_size=16").json()
    assert again["count"] == 16
    assert len(client.get(again["next"]).json()["results"]) == 1
    cache.clear()
    assert client.get("/api/v1/players/?page_size=16").json()["count"] == 17
