"""Bracket, standings and next events on the club's own site: they update while somebody looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.people import Laptop, Password
from tests.e2e.browser.test_director import Site, site
from tests.e2e.browser.test_night import tab
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e


@pytest.fixture
def own(club_server: ClubServer, browser: Browser, password: Password) -> Iterator[Site]:
    """A site that the club allows."""
    with site() as own, tab(browser) as page:
        laptop = Laptop(page, club_server.base_url)
        laptop.sign_in(password)
        page.goto(f"{club_server.base_url}/clubs/limmat/settings/")
        laptop.fill_in(embedding_sites=own.address)
        laptop.click("Save")
        yield own


def lines_of(page: Page, address: str) -> dict[str, str]:
    """The lines to copy, by what they show."""
    page.goto(address)
    return {
        what: page.locator(f"#embed-{what}").input_value()
        for what in ("bracket", "standings", "events")
        if page.locator(f"#embed-{what}").count()
    }


def test_a_result_appears_by_itself(
    club_server: ClubServer, browser: Browser, password: Password, own: Site
) -> None:
    desk = Director(club_server)
    slug = desk.set_up("Shown elsewhere", ["Ada Eins", "Bea Zwei"])
    with tab(browser) as office, tab(browser) as visitor:
        laptop = Laptop(office, club_server.base_url)
        laptop.sign_in(password)
        lines = lines_of(office, f"{club_server.base_url}/events/{slug}/paper/")
        own.page = lines["bracket"] + lines["standings"]
        visitor.goto(f"{own.address}/")
        bracket = visitor.frame_locator("iframe").first
        standings = visitor.frame_locator("iframe").nth(1)
        expect(bracket.locator(".pairing .name", has_text="Ada Eins")).to_be_visible()
        expect(standings.locator("td", has_text="Bea Zwei").first).to_be_visible()
        expect(bracket.locator(".side.won")).to_have_count(0)
        (match,) = desk.ready(slug)
        desk.post(f"matches/{match['id']}/result/", {"score": [5, 3]})
        expect(bracket.locator(".side.won .score")).to_have_text("5", timeout=30_000)
        expect(standings.locator("tbody tr").first).to_contain_text("1", timeout=30_000)


def test_what_comes_next_is_shown(
    club_server: ClubServer, browser: Browser, password: Password, own: Site
) -> None:
    with tab(browser) as office, tab(browser) as visitor:
        laptop = Laptop(office, club_server.base_url)
        laptop.sign_in(password)
        lines = lines_of(office, f"{club_server.base_url}/clubs/limmat/settings/")
        own.page = lines["events"]
        visitor.goto(f"{own.address}/")
        shown = visitor.frame_locator("iframe").first
        expect(shown.get_by_role("link", name="Advent Open")).to_be_visible()
