"""A director places those who are level, in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Role
from rules_core.draws.settings import Format
from tests.integration.factories import a_drawn_stage
from tests.integration.stages import seeds_of
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of
from tournaments.models import Stage
from tournaments.selectors import placed_by_hand
from tournaments.services.events import StagePlan
from tournaments.services.snapshots import refresh_snapshot
from tournaments.services.tie_placement import place_by_hand

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

BY_HAND = {"tie_breaks": ["match_points", "by_hand"]}


def circle(club: Club, **settings: Any) -> Stage:
    """Three who beat each other in turn."""
    plan = StagePlan(format=Format.ROUND_ROBIN, settings=settings)
    stage = a_drawn_stage(club, ["Anna", "Luca", "Nora"], stages=[plan])
    first, second, third = seeds_of(stage)
    beats = {first: second, second: third, third: first}
    for pairing in stage.pairings.filter(match__isnull=False):
        won = beats[pairing.a_id or 0] == pairing.b_id
        score = (7, 5) if won else (5, 7)
        report_result(match_id=pairing.match_id or 0, score=score, actor=SYSTEM)
    refresh_snapshot(stage_id=stage.pk)
    return stage


@pytest.fixture
def stage(club: Club) -> Stage:
    return circle(club, **BY_HAND)


def standings(browser: Client, stage: Stage) -> str:
    return html_of(browser.get(f"/events/{stage.tournament.slug}/standings/"))


def place(browser: Client, stage: Stage, *places: object) -> Any:
    said = {f"place_{entry}": value for entry, value in zip(seeds_of(stage), places, strict=True)}
    return browser.post(f"/events/{stage.tournament.slug}/standings/by-hand/", said, follow=True)


def order(stage: Stage) -> list[int]:
    return placed_by_hand(stage)


def test_level_entrants_get_their_places(director: Client, stage: Stage) -> None:
    assert "standings/by-hand/" in standings(director, stage)
    first, second, third = seeds_of(stage)
    answer = place(director, stage, 3, 1, 2)
    assert answer.redirect_chain == [(f"/events/{stage.tournament.slug}/standings/", 302)]
    assert order(stage) == [second, third, first]
    shown = standings(Client(), stage)
    lines = [shown.index(f'id="e{entry}"') for entry in (second, third, first)]
    assert lines == sorted(lines)


def test_the_form_shows_who_was_placed_where_and_takes_it_back(
    director: Client, stage: Stage
) -> None:
    address = f"/events/{stage.tournament.slug}/standings/by-hand/"
    fields = [f"place_{entry}" for entry in seeds_of(stage)]
    form = director.get(address).context["form"]
    assert [form[name].value() for name in fields] == ["", "", ""]
    place(director, stage, 3, 1, 2)
    form = director.get(address).context["form"]
    assert [form[name].value() for name in fields] == [3, 1, 2]
    place(director, stage, "", "", "")
    assert order(stage) == []


@pytest.mark.parametrize("places", [(1, 1, 2), (1, 2, ""), (1, 2, 4), ("", "", 2), (1, 2, "x")])
def test_each_gets_another_place_or_none_does(
    director: Client, stage: Stage, places: tuple[object, ...]
) -> None:
    answer = place(director, stage, *places)
    assert not answer.context["form"].is_valid()
    assert order(stage) == []


def test_the_page_says_what_is_wrong_with_half_an_order(director: Client, stage: Stage) -> None:
    page = html_of(place(director, stage, 1, 2, ""))
    assert "Give each of them a different place, or leave all of them empty" in page


def test_there_is_nothing_to_place_where_the_directors_word_is_not_asked(
    director: Client, club: Club
) -> None:
    stage = circle(club, tie_breaks=["match_points", "lot"])
    assert "standings/by-hand/" not in standings(director, stage)
    answer = place(director, stage, 3, 1, 2)
    assert "There are no ties to break here" in html_of(answer)
    assert order(stage) == []


def test_there_is_nothing_to_place_where_nobody_is_level(director: Client, club: Club) -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings=BY_HAND)
    stage = a_drawn_stage(club, 2, stages=[plan])
    pairing = stage.pairings.get()
    report_result(match_id=pairing.match_id or 0, score=(7, 1), actor=SYSTEM)
    refresh_snapshot(stage_id=stage.pk)
    assert "standings/by-hand/" not in standings(director, stage)


def test_before_the_first_result_the_standings_do_not_ask_for_places(
    director: Client, club: Club
) -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings=BY_HAND)
    stage = a_drawn_stage(club, 3, stages=[plan])
    refresh_snapshot(stage_id=stage.pk)
    assert "standings/by-hand/" not in standings(director, stage)


def test_a_knock_out_has_no_table_to_place_in(director: Client, club: Club) -> None:
    stage = a_drawn_stage(club, 3)
    assert "There are no ties to break here" in html_of(place(director, stage, 3, 1, 2))
    assert "standings/by-hand/" not in standings(director, stage)


def test_ties_of_two_pools_are_placed_apart(director: Client, club: Club) -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings=BY_HAND | {"pools": 2})
    stage = a_drawn_stage(club, 4, stages=[plan])
    address = f"/events/{stage.tournament.slug}/standings/by-hand/"
    form = director.get(address).context["form"]
    pools = [tie.entries for tie in form.ties]
    assert [len(pool) for pool in pools] == [2, 2]
    said = {f"place_{entry}": 2 - at for pool in pools for at, entry in enumerate(pool)}
    director.post(address, said)
    assert sorted(order(stage)) == sorted(seeds_of(stage))
    turned = [tie.entries for tie in director.get(address).context["form"].ties]
    assert turned == [pool[::-1] for pool in pools]


def test_whoever_was_placed_over_rest_keeps_the_place(director: Client, stage: Stage) -> None:
    first, second, third = seeds_of(stage)
    place_by_hand(stage_id=stage.pk, entries=[third, first, second], actor=SYSTEM)
    place(director, stage, 1, 3, 2)
    assert order(stage) == [first, third, second]


@pytest.mark.parametrize("role", [Role.SCORER, Role.READER])
def test_only_directors_place(signed_in: SignedIn, stage: Stage, role: Role) -> None:
    browser = signed_in(stage.tournament.club, role)
    assert "standings/by-hand/" not in standings(browser, stage)
    assert place(browser, stage, 3, 1, 2).status_code == 403
    address = f"/events/{stage.tournament.slug}/standings/by-hand/"
    assert browser.get(address).status_code == 403
    assert order(stage) == []


def test_visitors_are_asked_to_sign_in(stage: Stage) -> None:
    assert "standings/by-hand/" not in standings(Client(), stage)
    assert place(Client(), stage, 3, 1, 2).redirect_chain[0][0].startswith("/accounts/login/")
    assert order(stage) == []
