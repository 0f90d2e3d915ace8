"""A draw that is large for the installation has PostgreSQL's planner look at its tables."""

from __future__ import annotations

import pytest
from django.db import connection

from outbox.models import Message
from outbox.services import run_pending
from tests.integration.factories import a_club, a_drawn_stage
from tournaments.models import Pairing, StageEntrant

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

ASKED = Message.objects.filter(job="tournaments.refresh_draw_statistics")
ON_POSTGRESQL = connection.vendor == "postgresql"


def rows_planned_for(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [table])
        return int(cursor.fetchone()[0])


def test_the_first_draw_is_looked_at_and_a_small_one_after_it_is_not() -> None:
    club = a_club()
    a_drawn_stage(club, 64)
    assert ASKED.count() == ON_POSTGRESQL
    run_pending()
    assert not ASKED.exists()
    if ON_POSTGRESQL:
        assert rows_planned_for("tournaments_pairing") == Pairing.objects.count() == 63
        assert rows_planned_for("tournaments_stageentrant") == StageEntrant.objects.count() == 64
    a_drawn_stage(club, 6)
    assert not ASKED.exists()


@pytest.mark.skipif(not ON_POSTGRESQL, reason="SQLite plans without statistics.")
def test_what_a_result_touches_is_found_by_its_key() -> None:
    stage = a_drawn_stage(a_club(), 1024)
    run_pending()
    keys = ["main-1-1", "main-2-1", "main-1-2"]
    with connection.cursor() as cursor:
        cursor.execute(
            "EXPLAIN SELECT * FROM tournaments_pairing WHERE stage_id = %s AND key = ANY(%s)",
            [stage.pk, keys],
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "one_pairing_a_key" in plan
    assert "pairings_by_status" not in plan
