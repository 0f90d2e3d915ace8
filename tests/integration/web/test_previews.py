"""What a shared link shows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from matches.services.corrections import Correction, correct_match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from rules_core.draws.settings import Format
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.web.conftest import QueriesOf
from tests.pages import html_of
from tournaments.models import Tournament
from tournaments.publishing.pictures import Preview, picture_of
from tournaments.selectors import ready_matches
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan
from tournaments.templatetags.brackets import event_line

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def shared(browser: Client, address: str) -> dict[str, str]:
    page = html_of(browser.get(address))
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
    assert found["og:description"] == ("18 November 2026, 19:30 · to 7 points · open for entries")
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
    run_pending()
    address = f"/events/{event.slug}/preview.png"
    first = client.get(address)
    assert first["Content-Type"] == "image/png"
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    report_result(match_id=Match.objects.get().pk, score=(7, 2), actor=SYSTEM)
    run_pending()
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content
    assert queries_of(client, address) == 1


def finish(event: Tournament) -> None:
    """Play all stages to the end; whoever was entered first wins every match."""
    for stage in event.stages.order_by("number"):
        drawn = draw_stage(stage_id=stage.pk, actor=SYSTEM, seed="lot")
        while ready := list(ready_matches(drawn)):
            for match in ready:
                score = (match.length, 1) if match.a_id < match.b_id else (1, match.length)
                report_result(match_id=match.pk, score=score, actor=SYSTEM)
    run_pending()


def pictured(event: Tournament, *winners: str) -> bytes:
    event.refresh_from_db()
    lines = (event_line(event, "to 7 points"), *(f"{name} wins." for name in winners))
    return picture_of(Preview(event.name, event.club.name, lines))


POOLS = StagePlan("Pools", Format.ROUND_ROBIN, {"qualify": 2})
FINAL = StagePlan("Final", Format.SINGLE_ELIMINATION)


def test_the_picture_names_the_winner_of_the_stage_that_decides(client: Client, club: Club) -> None:
    event = an_event(club, 3, stages=[POOLS, FINAL])
    finish(event)
    first = client.get(f"/events/{event.slug}/preview.png")
    assert first.content == pictured(event, "Entrant 1")
    final = Match.objects.order_by("-pk")[0]
    score = (1, 7) if final.winner == "a" else (7, 1)
    correct_match(
        match_id=final.pk, correction=Correction(score=score), reason="the wrong way", actor=SYSTEM
    )
    run_pending()
    address = f"/events/{event.slug}/preview.png"
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert second.content == pictured(event, "Entrant 2")


def test_a_stage_beside_the_main_one_does_not_decide(client: Client, club: Club) -> None:
    beside = StagePlan("Jackpot", Format.ROUND_ROBIN)
    event = an_event(club, 2, stages=[FINAL, beside])
    finish(event)
    assert client.get(f"/events/{event.slug}/preview.png").content == pictured(event, "Entrant 1")


def test_of_pools_without_a_final_the_first_of_each_is_named(client: Client, club: Club) -> None:
    event = an_event(club, 4, stages=[StagePlan("Pools", Format.ROUND_ROBIN, {"pools": 2})])
    finish(event)
    names = [row["name"] for row in rows_of(event) if row["rank"] == 1]
    assert len(names) == 2
    assert client.get(f"/events/{event.slug}/preview.png").content == pictured(event, *names)


def rows_of(event: Tournament) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(event.stages.get().snapshot.standings)["rows"]
    return rows


def test_a_hidden_event_has_no_picture(client: Client, director: Client, club: Club) -> None:
    event = an_event(club, 2, published=False)
    assert client.get(f"/events/{event.slug}/preview.png").status_code == 404
    assert director.get(f"/events/{event.slug}/preview.png").status_code == 200
