"""What a club asks for on a night does not read through all that was ever played.

Not timed: the database says how it would find the rows. A table that grows with every match must be reached by
an index; where it is read from end to end, the cost grows with the years.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Role, User
from players.services.clubs import give_role
from tests.integration.factories import a_club, a_drawn_stage
from tournaments.models import Stage
from tournaments.selectors import ready_matches

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

GROWING = {
    "matches_match",
    "matches_matchevent",
    "matches_ratingchange",
    "tournaments_pairing",
    "tournaments_entry",
    "tournaments_stageentrant",
}
_WHOLE_TABLE = {
    "sqlite": re.compile(r"^SCAN (\w+)"),
    "postgresql": re.compile(r"Seq Scan on (\w+)"),
}
PUBLIC = (
    "/",
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
    path = address.format(slug=stage.tournament.slug, match=match.pk)

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
