"""axe looks at every page, in both themes, on a phone, a laptop and a 4K screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page

from deploy.words import LANGUAGES
from tests.e2e.browser.people import Laptop, Password, Phone
from tests.e2e.browser.site_pages import CLUB, DIRECTORS, PUBLIC, RUNNING, Where
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer
from tests.pages import page_names

pytestmark = pytest.mark.e2e

Theme = Literal["light", "dark"]
BY_LINK = {
    *("pad", "event-cards", "event-player-codes"),
    *("my-night", "my-night-confirm", "invitation"),
    *("match-pads", "session", "session-pad", "chouette", "chouette-table"),
}
"""Pages that are not reached by an address one could write down."""
CLUB_OF_PLAY = {"club": CLUB["slug"]}
SCREENS = ((360, 740), (1280, 800), (3840, 2160))
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = EVERYTHING | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
THEMES: tuple[tuple[Theme, dict[str, Any]], ...] = (("light", EVERYTHING), ("dark", COLOURS))
"""From one theme to the other only colours change."""
SERIOUS = """
    async (options) => (await axe.run(document, options)).violations
      .filter(({impact}) => impact === "serious" || impact === "critical")
      .flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
        `${id}: ${target.join(" ")}: ${failureSummary}`))
"""

COLOURS_ARE_THERE = """
    async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      document.getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .forEach((one) => one.finish());
    }
"""
"""
Buttons pass from one theme's colours to the other's: nobody reads by those in between. What is inside
a closed ``<details>`` would never get to the end of it by itself.
"""


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        yield context


@pytest.fixture(scope="module")
def director(
    browser: Browser, shared_club_server: ClubServer, password: Password
) -> Iterator[BrowserContext]:
    _fill_the_console(Director(shared_club_server))
    with browser.new_context() as context:
        page = context.new_page()
        Laptop(page, shared_club_server.base_url).sign_in(password)
        page.close()
        yield context


def _fill_the_console(desk: Director) -> None:
    """Somebody called to a table, so that every part of it has something to show."""
    called, *_ = desk.ready(RUNNING["slug"])
    desk.post(f"matches/{called['id']}/call/", {"table": 3})
    _casual_play(desk)


def _casual_play(desk: Director) -> dict[str, Any]:
    """A casual match and a money session with a game, so that the lists have something to show."""
    a, b, *_ = (player["id"] for player in desk.get("players/?club=limmat")["results"])
    match = desk.post(
        "matches/", {**CLUB_OF_PLAY, "a": a, "b": b, "rules": {"length": 3, "jacoby": True}}
    )
    session = desk.post("sessions/", {**CLUB_OF_PLAY, "a": a, "b": b, "stake": "1 CHF"})
    desk.post(f"sessions/{session['id']}/games/", {"number": 1, "winner": "b", "cube": 4})
    return {"match": match, "session": session, "chouette": _chouette(desk)}


def everything_unfolded(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("document.querySelectorAll('main details').forEach((part) => part.open = true)")


def _chouette(desk: Director) -> dict[str, Any]:
    """A night with a game behind it and cubes that were turned."""
    four = [{"player": one["id"]} for one in desk.get("players/?club=limmat")["results"][:4]]
    rules = {"beavers": 1, "automatic_doubles": 1}
    night: dict[str, Any] = desk.post(
        "chouettes/", {**CLUB_OF_PLAY, "players": four, "settings": rules}
    )
    path = f"chouettes/{night['id']}"
    desk.post(f"{path}/start/", {"game": 1})
    desk.post(f"{path}/result/", {"winner": "team", "kind": "gammon"})
    return night


def test_every_page_is_looked_at() -> None:
    assert {name for name, _ in (*PUBLIC, *DIRECTORS) if "_" not in name} | BY_LINK == page_names()


class TestVisitors:
    """Everybody: on phones in the hall, at the board, at home."""

    @pytest.mark.parametrize("where", PUBLIC, ids=itemgetter(0))
    def test_visitors_find_no_barrier(
        self, visitor: BrowserContext, shared_club_server: ClubServer, where: Where
    ) -> None:
        with visitor.new_page() as page:
            assert barriers(page, shared_club_server, where) == []

    def test_players_find_no_barrier_at_the_board(
        self, visitor: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        desk = Director(shared_club_server)
        slug = desk.set_up("At the board", 2, result_policy="confirm")
        (match,) = desk.ready(slug)
        links = desk.post(f"matches/{match['id']}/table-links/")
        with visitor.new_page() as page:
            phone = Phone(page, f"{shared_club_server.base_url}/t/{links['a']}/")
            phone.game(match["a"]["name"])
            phone.shows("1 : 0")
            # The server's word makes the pad glow for a second, in colours that nobody reads by.
            page.locator('.pad[data-number="2"]').wait_for()
            page.evaluate("document.getAnimations().forEach((glow) => glow.finish())")
            assert barriers_here(page) == []

    def test_an_address_that_leads_nowhere_is_no_barrier(
        self, visitor: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with visitor.new_page() as page:
            page.goto(f"{shared_club_server.base_url}/nowhere/")
            assert barriers_here(page) == []

    def test_developers_can_read_the_front_page_of_the_api(
        self, visitor: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with visitor.new_page() as page:
            page.goto(shared_club_server.base_url + reverse("api:docs"))
            page.locator(".opblock").first.wait_for(timeout=60_000)
            page.evaluate(AXE_SCRIPT)
            page.set_viewport_size({"width": 360, "height": 740})
            assert page.evaluate("document.scrollingElement.scrollWidth") == 360
            for theme, options in THEMES:
                page.emulate_media(color_scheme=theme)
                page.evaluate(COLOURS_ARE_THERE)
                assert page.evaluate(SERIOUS, options) == []

    def test_a_barrier_would_be_found(
        self, visitor: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with visitor.new_page() as page:
            page.goto(shared_club_server.base_url)
            page.evaluate("document.querySelector('main').innerHTML = '<input>'")
            assert {line.partition(": ")[2].partition(":")[0] for line in barriers_here(page)} == {
                "label"
            }


class TestDirectors:
    """Whoever runs the event."""

    @pytest.mark.parametrize("where", DIRECTORS, ids=itemgetter(0))
    def test_directors_find_no_barrier(
        self, director: BrowserContext, shared_club_server: ClubServer, where: Where
    ) -> None:
        with director.new_page() as page:
            assert barriers(page, shared_club_server, where) == []

    def test_directors_find_no_barrier_at_casual_play(
        self, director: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        made = _casual_play(Director(shared_club_server))
        base = shared_club_server.base_url
        with director.new_page() as page:
            page.goto(base + reverse("match-pads", args=[made["match"]["id"]]))
            assert barriers_here(page) == []
            page.goto(base + reverse("session", args=[made["session"]["id"]]))
            for summary in page.locator("main summary").all():
                summary.click()
            assert barriers_here(page) == []
            page.get_by_role("link", name="Open the score pad").first.click()
            page.wait_for_url("**/s/**")
            assert barriers_here(page) == []

    def test_nobody_finds_a_barrier_at_a_chouette(
        self, director: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        desk = Director(shared_club_server)
        night = _chouette(desk)
        path = f"chouettes/{night['id']}"
        base = shared_club_server.base_url
        secret = desk.post(f"{path}/table-link/", {})["secret"]
        with director.new_page() as page:
            page.goto(base + reverse("chouette", args=[night["id"]]))
            assert barriers_here(page) == []
            everything_unfolded(page, base + reverse("chouette-table", args=[secret]))
            assert barriers_here(page) == []
            desk.post(f"{path}/start/", {"game": 2})
            everything_unfolded(page, page.url)
            assert barriers_here(page) == []
            page.get_by_role("button", name="Double", exact=True).first.click()
            page.get_by_text("What is the answer?").wait_for()
            everything_unfolded(page, page.url)
            assert barriers_here(page) == []

    def test_directors_find_no_barrier_where_a_name_is_asked_about(
        self, director: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with director.new_page() as page:
            page.goto(shared_club_server.base_url + reverse("session-new", kwargs=CLUB))
            page.locator("[name=a]").fill("m")
            page.locator("[name=b]").fill("Luca Rosi")
            page.get_by_role("button", name="Start the session").click()
            page.get_by_text("Who is meant? Choose below.").first.wait_for()
            assert barriers_here(page) == []

    def test_directors_find_no_barrier_on_the_table_cards(
        self, director: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with director.new_page() as page:
            page.goto(shared_club_server.base_url + reverse("event-console", kwargs=RUNNING))
            page.get_by_role("button", name="Print table cards").click()
            page.locator(".table-card").first.wait_for()
            assert barriers_here(page) == []

    def test_players_find_no_barrier_on_their_codes_and_behind_them(
        self, director: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with director.new_page() as page:
            page.goto(shared_club_server.base_url + reverse("event-paper", kwargs=RUNNING))
            page.get_by_role("button", name="Player codes", exact=True).click()
            page.locator(".player-code").first.wait_for()
            assert barriers_here(page) == []
            page.locator(".player-code a").first.click()
            page.wait_for_url("**/me/**")
            assert barriers_here(page) == []

    def test_whoever_is_invited_finds_no_barrier(
        self, director: BrowserContext, visitor: BrowserContext, shared_club_server: ClubServer
    ) -> None:
        with director.new_page() as page:
            page.goto(shared_club_server.base_url + reverse("club-staff", kwargs=CLUB))
            page.get_by_role("button", name="Make an invitation").click()
            page.locator(".keep .address a").wait_for()
            assert barriers_here(page) == []
            link = page.locator(".keep .address a").inner_text()
        with visitor.new_page() as page:
            page.goto(link)
            page.locator("[name=password]").wait_for()
            assert barriers_here(page) == []


def barriers(page: Page, server: ClubServer, where: Where) -> list[str]:
    name, arguments = where
    address = server.base_url + reverse(name, kwargs=arguments)
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200
    return inline(answer.text()) + barriers_here(page) + too_wide_in_other_words(page, address)


def inline(html: str) -> list[str]:
    """Scripts and styles inside of a page, which the content security policy forbids; JSON is data."""
    return re.findall(r"<style|<[^>]*\s(?:style|on\w+)=|<script(?![^>]*(?: src=|json))", html)


def too_wide_in_other_words(page: Page, address: str) -> list[str]:
    """The languages in which words do not fit on a phone."""
    found: list[str] = []
    page.set_viewport_size({"width": 360, "height": 740})
    for language in LANGUAGES:
        page.set_extra_http_headers({"Accept-Language": language})
        page.goto(address)
        if page.evaluate("document.scrollingElement.scrollWidth") > 360:
            found.append(f"360 px, {language}: scrolls sideways")
    return found


def barriers_here(page: Page) -> list[str]:
    """What is in somebody's way, in any theme on any screen; sideways scrolling counts too."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate("document.scrollingElement.scrollWidth") > width:
            found.append(f"{width} px: scrolls sideways")
        for theme, options in THEMES:
            page.emulate_media(color_scheme=theme)
            page.evaluate(COLOURS_ARE_THERE)
            found += [f"{width} px, {theme}: {line}" for line in page.evaluate(SERIOUS, options)]
    return found
