"""A director sets up a stage, and places a tie, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from deploy.words import LANGUAGES
from tests.e2e.browser.people import Laptop, Password
from tests.e2e.browser.test_accessible import barriers_here
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e

FORMATS = ("single_elimination", "double_elimination", "swiss", "swiss_lives", "round_robin")
BY_HAND: dict[str, Any] = {
    "name": "Main",
    "format": "round_robin",
    "settings": {"tie_breaks": ["match_points", "by_hand"], "pools": 2},
}


@pytest.fixture
def desk(page: Page, shared_club_server: ClubServer, password: Password) -> Page:
    Laptop(page, shared_club_server.base_url).sign_in(password)
    return page


def shown(page: Page) -> set[str]:
    """The names of all fields that can be seen."""
    fields = page.locator("main [name]:visible")
    return set(fields.evaluate_all("fields => fields.map(field => field.name)"))


def new_event(page: Page, server: ClubServer) -> None:
    page.goto(f"{server.base_url}/clubs/limmat/events/new/")
    for summary in page.locator("summary").all():
        summary.click()


def test_only_what_says_something_is_shown(desk: Page, shared_club_server: ClubServer) -> None:
    new_event(desk, shared_club_server)
    hanging = {"last_chance", "second_place", "consolation_lengths", "last_chance_lengths"}
    assert not shown(desk) & (hanging | {"late_entry", "tie_break_1", "grand_final_lengths"})
    desk.select_option("#id_consolation", "simple")
    assert shown(desk) & hanging == hanging - {"last_chance_lengths"}
    desk.check("#id_last_chance")
    assert hanging <= shown(desk)
    desk.select_option("#id_format", "double_elimination")
    assert {"consolation_lengths", "grand_final_lengths", "from_final"} <= shown(desk)
    assert not shown(desk) & (hanging - {"consolation_lengths"})
    desk.select_option("#id_format", "swiss")
    assert {"late_entry", "tie_break_1", "tie_break_6"} <= shown(desk)
    assert not shown(desk) & (hanging | {"from_final"})


def test_the_settings_of_each_format_fit_and_are_no_barrier(
    desk: Page, shared_club_server: ClubServer
) -> None:
    for format_code in FORMATS:
        new_event(desk, shared_club_server)
        desk.select_option("#id_format", format_code)
        assert barriers_here(desk) == []
    desk.set_viewport_size({"width": 360, "height": 740})
    for language in LANGUAGES:
        desk.set_extra_http_headers({"Accept-Language": language})
        new_event(desk, shared_club_server)
        desk.select_option("#id_format", "swiss")
        assert desk.evaluate("document.scrollingElement.scrollWidth") == 360


def test_a_tie_is_placed_from_the_standings(desk: Page, shared_club_server: ClubServer) -> None:
    director = Director(shared_club_server)
    slug = director.set_up("Level", 4, stages=[BY_HAND])
    director.post(f"matches/{director.ready(slug)[0]['id']}/result/", {"score": [5, 1]})
    standings = f"{shared_club_server.base_url}/events/{slug}/standings/"

    def is_asked_for() -> bool:
        desk.goto(standings)
        return desk.get_by_role("link", name="Break ties by hand").is_visible()

    wait_until(is_asked_for)
    desk.get_by_role("link", name="Break ties by hand").click()
    desk.wait_for_url(f"{standings}by-hand/")
    assert barriers_here(desk) == []
    choices = desk.locator("main select")
    first, second = desk.locator("main fieldset label").all_inner_texts()
    choices.nth(0).select_option("2")
    choices.nth(1).select_option("1")
    desk.get_by_role("button", name="Save").click()
    desk.wait_for_url(standings)
    names = desk.locator("main tbody td:nth-child(2)").all_inner_texts()
    assert names.index(second) < names.index(first)
