"""What a shared link shows."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.models import Match
from matches.services.results import report_result
from outbox.services import work_off
from players.actors import SYSTEM
from players.models import Club
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.web.conftest import QueriesOf

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def shared(browser: Client, address: str) -> dict[str, str]:
    page = browser.get(address).content.decode()
    return dict(
        re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page)
    )


@pytest.mark.parametrize("page", ["", "standings/", "entrants/"])
def test_an_events_pages_say_what_it_is_and_have_its_picture(
    client: Client, club: Club, page: str
) -> None:
    event = an_event(club, 2, name="Advent Open")
    found = shared(client, f"/events/{event.slug}/{page}")
    assert found["og:title"] == "Advent Open · Club Limmat"
    assert found["og:description"] == (
        "18 November 2026, 19:30 · to 7 points · open for registration"
    )
    assert found["og:url"] == f"http://testserver/events/{event.slug}/{page}"
    assert found["og:image"] == f"http://testserver/events/{event.slug}/preview.png"
    assert found["twitter:card"] == "summary_large_image"


def test_clubs_and_players_say_what_they_are(client: Client, club: Club) -> None:
    player = a_player(club, "Anna Meier")
    assert shared(client, f"/clubs/{club.slug}/")["og:title"] == "Club Limmat"
    found = shared(client, f"/players/{player.pk}/")
    assert found["og:title"] == "Anna Meier · Club Limmat"
    assert found["twitter:card"] == "summary"


def test_a_picture_is_made_once_a_version(
    client: Client, club: Club, queries_of: QueriesOf
) -> None:
    event = a_drawn_stage(club, 2).tournament
    work_off()
    address = f"/events/{event.slug}/preview.png"
    first = client.get(address)
    assert first["Content-Type"] == "image/png"
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    report_result(match_id=Match.objects.get().pk, score=(7, 2), actor=SYSTEM)
    work_off()
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content
    assert queries_of(client, address) == 1


def test_a_hidden_event_has_no_picture(client: Client, director: Client, club: Club) -> None:
    event = an_event(club, 2, published=False)
    assert client.get(f"/events/{event.slug}/preview.png").status_code == 404
    assert director.get(f"/events/{event.slug}/preview.png").status_code == 200
