"""After a long replay PostgreSQL's planner knows the tables of ratings as they are."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import connection

from db.table_statistics import refresh_statistics
from matches.models import Match, Rating, RatingChange
from matches.services import rating_replay
from matches.services.creation import make_casual_match
from matches.services.rating_replay import rate_everything
from matches.services.results import report_result
from outbox.models import Message
from outbox.services import run_pending
from players.actors import SYSTEM
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

PLAYED = 3
ASKED = Message.objects.filter(job="matches.refresh_rating_statistics")


def rated_again() -> None:
    club = a_club()
    people = [a_player(club).pk for _ in range(PLAYED + 1)]
    for other in people[1:]:
        match = make_casual_match(
            club_id=club.pk, a_id=people[0], b_id=other, rules=MatchRules(5), actor=SYSTEM
        )
        report_result(match_id=match.pk, score=(5, 2), actor=SYSTEM)
    Match.objects.update(rated=True)
    rate_everything()


def rows_planned_for() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'matches_ratingchange'")
        return int(cursor.fetchone()[0])


def test_a_long_replay_has_the_tables_looked_at_by_a_job() -> None:
    with patch.object(rating_replay, "MANY_REWRITTEN", PLAYED):
        rated_again()
    assert ASKED.count() == 1
    run_pending()
    assert not ASKED.exists()
    if connection.vendor == "postgresql":
        assert rows_planned_for() == RatingChange.objects.count() == 2 * PLAYED


def test_a_short_one_does_not() -> None:
    with patch.object(rating_replay, "MANY_REWRITTEN", PLAYED + 1):
        rated_again()
    assert not ASKED.exists()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans without statistics.")
def test_what_the_database_refuses_is_noted_and_nothing_else_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_rating RENAME TO somewhere_else")
    refresh_statistics(Rating, RatingChange)
    assert 'The statistics of "matches_rating" are not those of today.' in caplog.text
    assert rows_planned_for() == RatingChange.objects.count() == 0
