"""Parts that update by themselves, and the screen on the wall."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from tests.integration.factories import a_drawn_stage
from tests.pages import html_of
from tournaments.models import Tournament
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def event(club: Club) -> Tournament:
    stage = a_drawn_stage(club, 8)
    run_pending()
    return stage.tournament


@pytest.mark.parametrize("part", ["bracket", "standings", "tv"])
def test_a_part_costs_one_query_and_a_304_while_nothing_is_new(
    client: Client, event: Tournament, part: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/events/{event.slug}/live/{part}/"
    etag = client.get(address)["ETag"]
    with django_assert_num_queries(1):
        held = client.get(address, headers={"If-None-Match": etag})
    assert held.status_code == 304
    report_result(match_id=Match.objects.order_by("pk")[0].pk, score=(7, 1), actor=SYSTEM)
    run_pending()
    # What was told before is not true any more, which takes a query to know.
    with django_assert_num_queries(2):
        fresh = client.get(address, headers={"If-None-Match": etag})
    assert fresh.status_code == 200


def test_directors_have_parts_of_their_own(
    client: Client, director: Client, event: Tournament
) -> None:
    address = f"/events/{event.slug}/live/bracket/"
    etag = client.get(address)["ETag"]
    answer = director.get(address, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "Enter result" in html_of(answer)


def test_a_part_that_there_is_not(client: Client, event: Tournament) -> None:
    assert client.get(f"/events/{event.slug}/live/weather/").status_code == 404


def test_the_screen_shows_what_is_next_the_rounds_and_the_standings(
    client: Client, event: Tournament
) -> None:
    page = html_of(client.get(f"/events/{event.slug}/tv/"))
    assert page.index("Semi-finals") < page.index(">next</h2>") < page.index("Standings")


def test_just_drawn_the_screen_has_only_panels_with_names(client: Client, club: Club) -> None:
    settings = {"consolation": "progressive", "last_chance": True}
    stage = a_drawn_stage(club, 33, stages=[StagePlan(settings=settings)])
    run_pending()
    page = html_of(client.get(f"/events/{stage.tournament.slug}/tv/"))
    panels = page.split('<section class="panel"')[1:]
    assert all("Entrant " in panel for panel in panels)
    assert "Round 2" in page
    assert "Consolation" not in page
