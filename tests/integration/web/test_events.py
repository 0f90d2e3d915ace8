"""What everybody sees of an event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from rules_core.draws.settings import Format
from tests.integration.factories import a_drawn_stage, an_event
from tests.pages import html_of
from tournaments.draws.club_pace import club_pace
from tournaments.models import Tournament
from tournaments.services.attendance import withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

PAGES = ("", "standings/", "entrants/", "proof/")


def a_running_event(club: Club, entrants: int, **details: Any) -> Tournament:
    stage = a_drawn_stage(club, entrants, **details)
    run_pending()
    return stage.tournament


def test_the_bracket_takes_one_query(
    client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = a_running_event(club, 128)
    # How fast the club plays is asked for once an hour.
    club_pace(club.pk)
    with django_assert_num_queries(1):
        page = html_of(client.get(f"/events/{event.slug}/"))
    assert page.count('class="pairing ') == 127


def test_the_chips_tell_rounds_in_which_somebody_plays_from_those_to_come(
    client: Client, club: Club
) -> None:
    event = a_running_event(club, 9)
    page = html_of(client.get(f"/events/{event.slug}/"))
    chips = re.findall(r'<a href="#main-(\d)"(?: class="([\w-]+)")?>', page)
    assert chips == [("1", "current"), ("2", ""), ("3", "empty-yet"), ("4", "empty-yet")]


def test_a_bracket_that_has_not_changed_costs_a_304(client: Client, club: Club) -> None:
    event = a_running_event(club, 8)
    address = f"/events/{event.slug}/"
    etag = client.get(address)["ETag"]
    held = client.get(address, headers={"If-None-Match": etag})
    assert (held.status_code, held.content) == (304, b"")
    match = Match.objects.order_by("pk")[0]
    report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    run_pending()
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_another_language_is_another_page(client: Client, club: Club) -> None:
    event = a_running_event(club, 2)
    address = f"/events/{event.slug}/"
    etag = client.get(address)["ETag"]
    german = client.get(address, headers={"If-None-Match": etag, "Accept-Language": "de"})
    assert german.status_code == 200
    assert german["ETag"] != etag


def test_the_winner_is_marked_and_names_are_links(client: Client, club: Club) -> None:
    event = a_running_event(club, 2)
    match = Match.objects.get()
    report_result(match_id=match.pk, score=(3, 7), actor=SYSTEM)
    run_pending()
    page = html_of(client.get(f"/events/{event.slug}/"))
    assert page.count('class="side won"') == 1
    assert f'href="/players/{match.b_id}/"' in page.partition('class="side won"')[2]


def test_byes_are_shown(client: Client, club: Club) -> None:
    event = a_running_event(club, 3)
    assert html_of(client.get(f"/events/{event.slug}/")).count(">bye<") == 1


def test_before_the_draw_the_page_shows_who_is_entered(client: Client, club: Club) -> None:
    event = an_event(club, ["Anna Meier", "Luca Rossi"])
    run_pending()
    page = html_of(client.get(f"/events/{event.slug}/"))
    assert "2 entrants so far" in page
    assert "Anna Meier" in page


@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_published_is_not_found(
    client: Client, director: Client, club: Club, page: str
) -> None:
    event = a_running_event(club, 4, published=False)
    assert client.get(f"/events/{event.slug}/{page}").status_code == 404
    assert director.get(f"/events/{event.slug}/{page}").status_code == 200


def test_the_seed_is_secret_until_the_draw(client: Client, club: Club) -> None:
    event = an_event(club, 4)
    stage = event.stages.get()
    page = html_of(client.get(f"/events/{event.slug}/proof/"))
    assert stage.commitment in page
    assert stage.seed not in page


def test_after_the_draw_everybody_can_check_it(client: Client, club: Club) -> None:
    event = a_running_event(club, 4, seed="lot 17")
    page = html_of(client.get(f"/events/{event.slug}/proof/"))
    assert "<code>lot 17</code>" in page
    assert "The director chose this random seed at the draw" in page


def test_the_page_draws_again_and_finds_the_same(client: Client, club: Club) -> None:
    event = a_running_event(club, 9)
    address = f"/events/{event.slug}/proof/"
    assert ">Repeated<" not in html_of(client.get(address))
    page = html_of(client.get(f"{address}?again=1"))
    assert "The same draw." in page
    assert ">Repeated<" in page
    assert "≠" not in page


def test_a_draw_that_was_changed_afterwards_is_found_out(client: Client, club: Club) -> None:
    event = a_running_event(club, 4)
    stage = event.stages.get()
    for entrant, seed in zip(stage.entrants.order_by("seed")[:2], (99, 1), strict=True):
        stage.entrants.filter(pk=entrant.pk).update(seed=seed)
    stage.entrants.filter(seed=99).update(seed=2)
    page = html_of(client.get(f"/events/{event.slug}/proof/?again=1"))
    assert "Not the same draw." in page
    assert page.count("≠") == 2
    german = client.get(f"/events/{event.slug}/proof/?again=1", headers={"Accept-Language": "de"})
    assert "Nicht dieselbe Auslosung." in html_of(german)


def test_there_is_nothing_to_draw_again_before_the_draw(client: Client, club: Club) -> None:
    event = an_event(club, 4)
    page = html_of(client.get(f"/events/{event.slug}/proof/?again=1"))
    assert event.stages.get().seed not in page
    assert 'name="again"' not in page


@pytest.mark.parametrize(
    ("plan", "says", "by_itself"),
    [
        (StagePlan(), "take the SHA-256 of the random seed", True),
        (
            StagePlan(settings={"avoid_same_club": True}),
            "the nearest one that keeps them apart",
            False,
        ),
        (StagePlan(settings={"seeding": "rating"}), "follows the ratings below", True),
        (
            StagePlan(settings={"seeding": "rating", "avoid_same_club": True}),
            "the nearest one that keeps them apart",
            False,
        ),
        (StagePlan(settings={"seeding": "manual"}), "the director set the seeds", True),
        (StagePlan(format=Format.SWISS, settings={"rounds": 3}), "Each later round", True),
    ],
)
def test_the_page_says_what_is_proved(
    client: Client, club: Club, plan: StagePlan, says: str, by_itself: bool
) -> None:
    event = a_running_event_of(club, [plan])
    page = html_of(client.get(f"/events/{event.slug}/proof/?again=1"))
    assert says in page
    assert "The same draw." in page
    assert ('id="own-check"' in page) == by_itself


def test_seeds_earned_in_the_stage_before_are_no_lot(client: Client, club: Club) -> None:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2, "qualify": 4})
    event = a_running_event_of(club, [pools, StagePlan(name="Knock-out")])
    for match in Match.objects.filter(event=event.slug):
        report_result(match_id=match.pk, score=(7, 2), actor=SYSTEM)
    draw_stage(stage_id=event.stages.get(number=2).pk, actor=SYSTEM)
    page = html_of(client.get(f"/events/{event.slug}/stages/2/proof/?again=1"))
    assert "earned in the previous stage" in page
    assert "The same draw." in page


def test_strangers_get_no_buttons(client: Client, club: Club) -> None:
    event = a_running_event(club, 4)
    page = html_of(client.get(f"/events/{event.slug}/"))
    assert "Enter result" not in page
    assert "Entry desk" not in page


def test_each_stage_has_its_pages(
    client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2, "qualify": 2})
    event = a_running_event_of(club, [pools, StagePlan(name="Knock-out")])
    with django_assert_num_queries(1):
        first = html_of(client.get(f"/events/{event.slug}/"))
    assert "Pool 1" in first
    assert f'href="/events/{event.slug}/stages/2/"' in first
    assert "Knock-out" in html_of(client.get(f"/events/{event.slug}/stages/2/"))
    for unknown in (3, 40_000, 10**30):
        assert client.get(f"/events/{event.slug}/stages/{unknown}/").status_code == 404


def a_running_event_of(club: Club, stages: list[StagePlan]) -> Tournament:
    event = an_event(club, 6, stages=stages)
    draw_stage(stage_id=event.stages.get(number=1).pk, actor=SYSTEM)
    run_pending()
    return event


def test_a_page_says_what_a_shared_link_shows(client: Client, club: Club) -> None:
    event = an_event(club, 2, name="Advent Open")
    page = html_of(client.get(f"/events/{event.slug}/"))
    assert '<meta property="og:title" content="Advent Open · Club Limmat">' in page
    assert "18 November 2026, 19:30 · to 7 points · open for entries" in page


LENGTHS: dict[str, dict[str, Any]] = {
    "to 7 points": {},
    "to 3 and 5 points": {"lengths": {"main": [3, 5]}},
    "1 to 5 points": {
        "consolation": "progressive",
        "last_chance": True,
        "lengths": {"main": [3, 5], "consolation": [3], "last_chance": [1]},
    },
}


@pytest.mark.parametrize("said", LENGTHS)
def test_the_head_says_how_long_the_matches_really_are(
    director: Client, club: Club, said: str
) -> None:
    event = an_event(club, 8, stages=[StagePlan(settings=LENGTHS[said])])
    # The console has no head: it says the length on the line of each match.
    for page in (*PAGES, "paper/", "desk/", "draw/", "edit/", "stages/new/"):
        answer = director.get(f"/events/{event.slug}/{page}")
        # What follows is a tag or the space before the next dot.
        assert re.search(rf"· {said} ?[<&]", html_of(answer)), page
    draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    run_pending()
    assert f"· {said} ·" in html_of(director.get(f"/events/{event.slug}/"))


def test_whoever_has_left_before_the_draw_is_not_counted(club: Club, client: Client) -> None:
    event = an_event(club, 3)
    withdraw(entry_id=event.entries.order_by("pk")[0].pk, actor=SYSTEM)
    run_pending()
    assert "2 entrants so far" in html_of(client.get(f"/events/{event.slug}/"))
