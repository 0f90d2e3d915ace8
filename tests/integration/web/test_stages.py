"""Events in several stages, and why somebody stands where they stand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from matches.models import Match, MatchStatus
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_user, an_event
from tests.integration.stages import seeds_of
from tests.pages import html_of
from tournaments.models import Tournament
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(client: Client, club: Club) -> Client:
    client.force_login(a_user(club))
    return client


@pytest.fixture
def event(club: Club) -> Tournament:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2})
    return an_event(club, 6, stages=[pools])


FINALS = {"name": "Finals", "qualify": "2", "format": "single_elimination"}


def finish(event: Tournament) -> None:
    for match in Match.objects.filter(event=event.slug, status=MatchStatus.READY):
        report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)


def test_finals_are_added_drawn_from_the_pools_and_shown(
    director: Client, event: Tournament
) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    pools, finals = event.stages.order_by("number")
    assert (finals.name, pools.settings["qualify"]) == ("Finals", 2)
    refused = html_of(director.post(f"/events/{event.slug}/stages/2/draw/", {}))
    assert "is not finished" in refused

    director.post(f"/events/{event.slug}/draw/", {})
    finish(event)
    director.post(f"/events/{event.slug}/stages/2/draw/", {})
    finish(event)
    run_pending()

    page = html_of(Client().get(f"/events/{event.slug}/stages/2/"))
    assert f'<a href="/events/{event.slug}/" ' not in page
    assert f'<a href="/events/{event.slug}/stages/1/">Pools</a>' in page
    assert "Final" in page
    event.refresh_from_db()
    assert event.status == "finished"


def pool_shown(page: str) -> bool:
    return 'id="pool_1-1"' in page or "<h2>Pool 1</h2>" in page or "· Pool 1" in page


@pytest.mark.parametrize("page", ["", "standings/", "tv/", "live/tv/"])
def test_an_event_is_opened_on_the_stage_that_is_being_played(
    director: Client, event: Tournament, page: str
) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    director.post(f"/events/{event.slug}/draw/", {})
    run_pending()
    own, first = f"/events/{event.slug}/{page}", f"/events/{event.slug}/stages/1/{page}"
    visitor = Client()
    before = visitor.get(own)
    assert pool_shown(html_of(before))
    finish(event)
    director.post(f"/events/{event.slug}/stages/2/draw/", {})
    run_pending()
    after = visitor.get(own, headers={"If-None-Match": before.get("ETag", "")})
    assert after.status_code == 200
    assert not pool_shown(html_of(after))
    assert pool_shown(html_of(visitor.get(first)))


def test_a_page_of_the_pools_stays_with_them_when_the_finals_are_drawn(
    director: Client, event: Tournament
) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    director.post(f"/events/{event.slug}/draw/", {})
    finish(event)
    director.post(f"/events/{event.slug}/stages/2/draw/", {})
    run_pending()
    live = html_of(Client().get(f"/events/{event.slug}/live/bracket/"))
    assert pool_shown(live)
    page = html_of(Client().get(f"/events/{event.slug}/stages/1/"))
    for tab in ("", "standings/", "tv/"):
        assert f'href="/events/{event.slug}/stages/1/{tab}"' in page


def test_finals_that_are_not_drawn_say_how_many_go_on(director: Client, event: Tournament) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    page = html_of(director.get(f"/events/{event.slug}/stages/2/"))
    assert "2 players qualify from Pools" in page
    assert f'href="/events/{event.slug}/stages/2/draw/"' in page
    assert "entrants so far" not in page
    assert "appears after the draw" in html_of(Client().get(f"/events/{event.slug}/stages/2/"))


def test_a_stage_that_is_not_drawn_is_taken_off_again(director: Client, event: Tournament) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    director.post(f"/events/{event.slug}/stages/2/remove/")
    (only,) = event.stages.all()
    assert only.settings == {"pools": 2}


def test_a_stage_can_be_changed_until_it_is_drawn(director: Client, event: Tournament) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    changed = FINALS | {"name": "Play-offs", "qualify": "4", "third_place": "on", "lengths": "9"}
    director.post(f"/events/{event.slug}/stages/2/edit/", changed)
    finals = event.stages.get(number=2)
    assert finals.name == "Play-offs"
    assert finals.settings == {"third_place": True, "lengths": {"main": [9]}}
    assert event.stages.get(number=1).settings["qualify"] == 4


def test_the_first_stage_can_be_changed_by_its_number_too(
    director: Client, event: Tournament
) -> None:
    said = {"name": "Groups", "format": "round_robin", "pools": "3"}
    assert director.post(f"/events/{event.slug}/stages/1/edit/", said).status_code == 302
    first = event.stages.get()
    assert (first.name, first.settings) == ("Groups", {"pools": 3})


def test_a_stage_that_is_drawn_is_only_looked_at(director: Client, event: Tournament) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS)
    director.post(f"/events/{event.slug}/draw/", {})
    finish(event)
    director.post(f"/events/{event.slug}/stages/2/draw/", {})
    answer = director.get(f"/events/{event.slug}/stages/2/edit/")
    assert all(field.disabled for field in answer.context["form"].fields.values())
    director.post(f"/events/{event.slug}/stages/2/edit/", FINALS | {"name": "Other"})
    assert event.stages.get(number=2).name == "Finals"


def test_finals_are_seeded_by_the_places_in_the_pools(director: Client, event: Tournament) -> None:
    page = html_of(director.get(f"/events/{event.slug}/stages/new/"))
    assert '<option value="" selected>places in the previous stage</option>' in page
    director.post(f"/events/{event.slug}/stages/new/", FINALS | {"qualify": "4", "seeding": ""})
    assert "seeding" not in event.stages.get(number=2).settings
    director.post(f"/events/{event.slug}/draw/", {})
    finish(event)
    director.post(f"/events/{event.slug}/stages/2/draw/", {})
    pools = event.stages.get(number=1)
    pool_of = {
        entry: row.bracket
        for row in pools.pairings.all()
        for entry in (row.a_id, row.b_id)
        if entry
    }
    first_round = event.stages.get(number=2).pairings.filter(round=1)
    assert len(first_round) == 2
    for meeting in first_round:
        assert pool_of[meeting.a_id or 0] != pool_of[meeting.b_id or 0]


@pytest.mark.parametrize("chosen", ["", "random", "rating"])
def test_the_seeding_of_a_stage_is_shown_and_kept(
    director: Client, event: Tournament, chosen: str
) -> None:
    director.post(f"/events/{event.slug}/stages/new/", FINALS | {"seeding": chosen})
    form = director.get(f"/events/{event.slug}/stages/2/edit/").context["form"]
    assert form["seeding"].value() == chosen
    director.post(f"/events/{event.slug}/stages/2/edit/", FINALS | {"seeding": chosen, "name": "A"})
    assert event.stages.get(number=2).settings.get("seeding", "") == chosen
    director.post(f"/events/{event.slug}/stages/2/edit/", FINALS | {"seeding": ""})
    assert "seeding" not in event.stages.get(number=2).settings


def test_the_first_stage_has_no_places_to_be_seeded_by(director: Client, event: Tournament) -> None:
    assert "places in the previous stage" not in html_of(
        director.get(f"/events/{event.slug}/edit/")
    )


def test_strangers_find_no_stage_to_change(client: Client, event: Tournament) -> None:
    answer = client.post(f"/events/{event.slug}/stages/new/", FINALS)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
    assert event.stages.count() == 1


def test_each_place_in_a_table_can_be_unfolded(director: Client, event: Tournament) -> None:
    director.post(f"/events/{event.slug}/draw/", {})
    finish(event)
    run_pending()
    standings = html_of(Client().get(f"/events/{event.slug}/standings/"))
    assert "Pool 1" in standings
    assert "1<small>why?</small></a>" in standings
    second = seeds_of(event.stages.get())[0]
    assert f"/events/{event.slug}/standings/{second}/" in standings
    page = html_of(Client().get(f"/events/{event.slug}/standings/{second}/"))
    assert "Match points" in page
    opponents = set(re.findall(r'<td><a href="/players/(\d+)/">', page))
    assert len(opponents) == 2
    assert Client().get(f"/events/{event.slug}/standings/999999/").status_code == 404


@pytest.mark.parametrize(
    ("code", "settings", "last_rounds"),
    [
        ("single_elimination", {"third_place": True}, ["Final", "Match for third place"]),
        (
            "double_elimination",
            {"grand_final": "reset"},
            ["Grand final: Final", "Grand final: Second final"],
        ),
        ("double_elimination", {"grand_final": "single"}, ["Grand final"]),
    ],
)
def test_the_draw_page_names_the_last_rounds_once(
    director: Client, club: Club, code: str, settings: dict[str, Any], last_rounds: list[str]
) -> None:
    event = an_event(club, 4, stages=[StagePlan(format=Format(code), settings=settings)])
    page = html_of(director.get(f"/events/{event.slug}/draw/"))
    rounds = re.findall(r"<tr><td>([^<]*)</td>", page)
    assert rounds[-len(last_rounds) :] == last_rounds
