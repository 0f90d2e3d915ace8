"""A visitor who believes nothing draws again: on the server without a script, or in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

SEEDINGS: tuple[dict[str, Any], ...] = ({}, {"seeding": "rating"}, {"seeding": "manual"})
TAMPER = """
    ([one, other]) => {
      [proof.entrants[one].seed, proof.entrants[other].seed] =
        [proof.entrants[other].seed, proof.entrants[one].seed];
    }
"""


@pytest.fixture(scope="module")
def director(shared_club_server: ClubServer) -> Director:
    return Director(shared_club_server)


def drawn(director: Director, name: str, settings: dict[str, Any]) -> str:
    stage = {"name": "Main", "format": "single_elimination", "settings": settings}
    return director.set_up(name, 21, stages=[stage])


@pytest.mark.parametrize("settings", SEEDINGS, ids=str)
def test_the_browser_draws_the_same_as_the_server(
    shared_club_server: ClubServer, director: Director, page: Page, settings: dict[str, Any]
) -> None:
    slug = drawn(director, f"Proof {len(str(settings))}", settings)
    page.goto(f"{shared_club_server.base_url}/events/{slug}/proof/")
    page.get_by_role("button", name="Repeat the draw in my browser").click()
    page.get_by_text("Repeated in your browser: the same draw").wait_for()
    page.evaluate(TAMPER, [4, 7])
    page.get_by_role("button", name="Repeat the draw in my browser").click()
    page.get_by_text("the draws differ, first at number 5 on the list").wait_for()
    page.evaluate("() => { proof.seed += '!'; }")
    page.get_by_role("button", name="Repeat the draw in my browser").click()
    page.get_by_text("does not match the published fingerprint").wait_for()


def test_without_scripts_the_server_draws_again(
    shared_club_server: ClubServer, director: Director, browser: Browser
) -> None:
    slug = drawn(director, "Proof by hand", {})
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{shared_club_server.base_url}/events/{slug}/proof/")
        assert page.get_by_role("button", name="Repeat the draw in my browser").count() == 0
        page.get_by_role("button", name="Repeat the draw and compare").click()
        page.get_by_text("The same draw.").wait_for()
