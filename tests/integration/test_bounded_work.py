"""Nothing takes longer than somebody else can wait: what is too large is refused before it is made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.actors import SYSTEM
from rules_core.draws.formats import plan
from rules_core.draws.round_robin import MOST_PAIRINGS, TooManyPairings
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_drawn_stage, a_player, an_event
from tournaments.event_files.reading import EventFileNotValid, read_event_file
from tournaments.event_files.writing import event_file
from tournaments.services.draws import draw_stage
from tournaments.services.event_import import import_event
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("entrants", "settings"),
    [(101, {}), (1024, {}), (1024, {"pools": 2}), (300, {"legs": 2, "pools": 5})],
)
def test_a_round_robin_that_nobody_plays_to_its_end_is_refused(
    entrants: int, settings: dict[str, Any]
) -> None:
    with pytest.raises(TooManyPairings, match="Use pools, or limit the rounds"):
        plan("round_robin", entrants, settings)


@pytest.mark.parametrize(
    ("entrants", "settings"),
    [(100, {}), (1024, {"pools": 256}), (1024, {"max_rounds": 9}), (64, {"legs": 2})],
)
def test_a_round_robin_up_to_the_limit_is_planned(entrants: int, settings: dict[str, Any]) -> None:
    assert len(plan("round_robin", entrants, settings).pairings) <= MOST_PAIRINGS


def test_a_round_robin_that_is_too_large_is_refused_before_the_draw() -> None:
    event = an_event(a_club(), 102, stages=[StagePlan(format=Format.ROUND_ROBIN)])
    stage = event.stages.get()
    with pytest.raises(TooManyPairings):
        draw_stage(stage_id=stage.pk, actor=SYSTEM)
    assert not stage.pairings.exists()
    answer = Client().get(f"/api/v1/tournaments/{event.slug}/stages/1/plan/?entrants=1024")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "too_many_pairings")


def a_file(**more: int) -> bytes:
    """An event file with so many more rows of each kind."""
    stage = a_drawn_stage(a_club(), 4)
    read = event_file(stage.tournament)
    for name, count in more.items():
        last = read[name][-1]
        read[name] += [last | {"id": 10_000 + number} for number in range(count)]
    return json.dumps(read).encode()


@pytest.mark.parametrize(
    ("rows", "count"), [("players", 2_100), ("entries", 1_030), ("matches", 20_010)]
)
def test_an_event_file_has_no_more_rows_than_an_event(rows: str, count: int) -> None:
    with pytest.raises(EventFileNotValid, match=f"{rows}: Ensure this field has no more than"):
        read_event_file(a_file(**{rows: count}))


def test_known_players_are_read_once_however_many_the_file_has() -> None:
    few, many = a_club(), a_club()
    for club, count in ((few, 2), (many, 40)):
        stage = a_drawn_stage(a_club(), [f"Guest {n}" for n in range(count)])
        content = json.dumps(event_file(stage.tournament)).encode()
        for number in range(count):
            a_player(club, f"Guest {number}")
        with CaptureQueriesContext(connection) as queries:
            _import_elsewhere(content, club)
        looked_up = [query for query in queries if "players_player" in query["sql"]]
        reads = [query for query in looked_up if query["sql"].startswith("SELECT")]
        assert len(reads) <= 3, count


def _import_elsewhere(content: bytes, club: Any) -> None:
    read = json.loads(content)
    # The same moment would be the same event.
    read["event"]["created_at"] = f"2026-01-01T00:00:{len(read['players']):02}Z"
    import_event(club_id=club.pk, content=json.dumps(read).encode(), actor=SYSTEM)
