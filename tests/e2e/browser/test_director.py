"""A director's second night: the room at a glance, changes at 23:00, the wall, paper, the club's site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image
from playwright.sync_api import Browser, Frame, Page, ViewportSize, expect

from tests.e2e.browser.people import Laptop, Password, Phone
from tests.e2e.browser.test_new_user import WORDS
from tests.e2e.browser.test_night import PHONE, codes, tab
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

TWELVE_TABLES = [
    *WORDS,
    *("Xaver Quint", "Yolanda Pfister", "Zeno Ucello", "Ottilie Jag", "Wenzel Kubik"),
    *("Fiorella Tamm", "Henk Oosterdam", "Ludmila Vrba", "Ragnar Bjork", "Sibylle Egger"),
    *("Tancredi Lupo", "Maximilian-Alexander von Hohenstaufen-Rosenberg"),
]
"""28 of 32: twelve matches can be called at once."""
INSIDE = """() => [...document.querySelectorAll(".tables .row")].every((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector("#keys").getBoundingClientRect().top;
})"""
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
    {"width": 1366, "height": 768},
)
WHOLE = """() => document.documentElement.scrollHeight <= innerHeight
  && [...document.querySelectorAll(".panel.on li")].every((line) => line.scrollHeight <= line.clientHeight + 2)"""


SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll(".tree text:not([text-anchor=end])")].map((text) =>
  text.getBBox().height && parseFloat(getComputedStyle(text).fontSize)
    * text.ownerSVGElement.getScreenCTM().a * 72 / 96))"""
"""In points, as they are printed; the numbers of the seeds, which may be smaller, stand to the right of their place."""


@pytest.fixture
def laptop(browser: Browser, club_server: ClubServer, password: Password) -> Iterator[Laptop]:
    with tab(browser, viewport={"width": 1280, "height": 800}) as page:
        laptop = Laptop(page, club_server.base_url)
        laptop.sign_in(password)
        yield laptop


def drawn(laptop: Laptop, name: str, players: list[str], tables: int) -> str:
    laptop.click("Backgammon Club Limmat", role="link")
    laptop.click("New event", role="link")
    laptop.fill_in(name=name, length="3", tables=str(tables))
    laptop.choose("result_policy", "confirm")
    laptop.click("Open for entries")
    laptop.enter(players)
    laptop.click("Go to the draw", role="link")
    laptop.click("Make the draw")
    laptop.click("Publish")
    return laptop.page.url


def test_twelve_tables_fit_and_one_key_calls_them_all(laptop: Laptop, browser: Browser) -> None:
    address = drawn(laptop, "Twelve tables", TWELVE_TABLES, 12)
    laptop.click("Console", role="link")
    page = laptop.page
    laptop.press("C")
    with page.expect_navigation():
        laptop.press("Enter")
    page.get_by_text("12 matches called.").wait_for()
    with page.expect_navigation():
        page.locator(".toast button").click()
    page.get_by_text("12 calls undone.").wait_for()
    assert page.locator(".tables .row").count() == 0
    laptop.press("C")
    with page.expect_navigation():
        laptop.press("Enter")
    assert page.locator(".tables .row").count() == 12
    # A bead for each of the twelve matches that are played in the first round; four have a bye.
    assert page.locator(".strip .beads .l").count() == 12
    assert page.evaluate("document.querySelector('.strip').getBoundingClientRect().height") < 70
    assert page.evaluate(INSIDE)
    height = page.evaluate("document.querySelector('.tables').getBoundingClientRect().top")
    laptop.press("b")
    with page.expect_navigation():
        laptop.press("Enter")
    # What was done is said above the page, which does not move.
    assert page.locator(".toast").is_visible()
    assert page.evaluate("document.querySelector('.tables').getBoundingClientRect().top") == height
    assert page.locator(".timeline").is_visible()
    with tab(browser, viewport={"width": 1366, "height": 768}) as wall:
        wall.goto(f"{address}tv/")
        wall.locator(".panel.on .tv-now").wait_for()
        for size in SCREENS:
            wall.set_viewport_size(size)
            assert wall.evaluate(WHOLE), size
        assert "Please sit down" in wall.locator(".panel.on").inner_text()
        assert wall.locator(".tv-code").is_visible()


def test_at_eleven_the_players_enter_their_results_themselves(
    laptop: Laptop, browser: Browser
) -> None:
    address = drawn(laptop, "Late change", ["Ada Eins", "Bea Zwei"], 1)
    page = laptop.page
    page.goto(f"{address}during-play/")
    laptop.choose("result_policy", "director")
    laptop.click("Save")
    page.goto(f"{address}console/")
    laptop.call_next()
    cards = codes(laptop)
    with tab(browser, viewport=PHONE) as screen:
        phone = Phone(screen, cards["Ada Eins"])
        screen.get_by_text("Only directors and scorers enter results").wait_for()
        page.goto(f"{address}during-play/")
        assert page.get_by_text("Takes effect at once for 1 match that is not over").count()
        laptop.choose("result_policy", "either")
        laptop.fill_in(**{"length-1-main-1": "1"})
        laptop.click("Save")
        screen.locator("#game").wait_for()
        phone.game("Ada Eins")
        screen.get_by_text("Ada Eins wins.").wait_for()


def test_the_right_name_takes_over_what_was_played(laptop: Laptop) -> None:
    address = drawn(laptop, "Wrong name", ["Ada", "Bea", "Cleo", "Dora"], 2)
    page = laptop.page
    laptop.click("Console", role="link")
    for _ in range(3):
        laptop.result(3, 1)
    page.goto(address)
    page.locator(".pairing a.score").first.click()
    laptop.click("Correct the result", role="link")
    laptop.fill_in(score_a="1", score_b="3", reason="Meier did play; the name was wrong.")
    laptop.click("Correct the result")
    page.get_by_label("Swap the two names in them").check()
    laptop.click("Correct the result")
    page.get_by_text("These results would no longer count").wait_for(state="detached")


def test_a_disputed_match_goes_back_to_the_board(laptop: Laptop, browser: Browser) -> None:
    address = drawn(laptop, "Two truths", ["Ada Eins", "Bea Zwei"], 1)
    laptop.page.goto(f"{address}console/")
    laptop.call_next()
    cards = codes(laptop)
    with tab(browser, viewport=PHONE) as one, tab(browser, viewport=PHONE) as other:
        first, second = Phone(one, cards["Ada Eins"]), Phone(other, cards["Bea Zwei"])
        first.game("Ada Eins", "backgammon")
        other.get_by_role("button", name="No, that is wrong").click()
        other.get_by_role("button", name="I tapped “No” by mistake").click()
        other.get_by_role("button", name="No, that is wrong").click()
        laptop.page.get_by_role("button", name="Back to the board").wait_for()
        laptop.click("Back to the board")
        second.page.locator("#game").wait_for()


def test_one_screen_shows_all_that_is_played_tonight(
    laptop: Laptop, browser: Browser, club_server: ClubServer
) -> None:
    drawn(laptop, "First event", ["Ada Eins", "Bea Zwei"], 1)
    laptop.click("Console", role="link")
    laptop.call_next()
    with tab(browser, viewport={"width": 1920, "height": 1080}) as wall:
        wall.goto(f"{club_server.base_url}/clubs/limmat/tv/")
        wall.locator(".panel.on").wait_for()
        shown = wall.locator("body").inner_html()
    assert "Ada Eins" in shown
    # Those of the demo club are played tonight too.
    assert {name for name in ("First event", "Limmat Cup", "Double Trouble") if name in shown} == {
        "First event",
        "Limmat Cup",
        "Double Trouble",
    }


def test_sheets_and_files_are_taken_from_one_page(laptop: Laptop) -> None:
    address = drawn(laptop, "On paper", TWELVE_TABLES, 12)
    page = laptop.page
    laptop.click("Print and export", role="link")
    with page.expect_download() as book:
        page.get_by_role("link", name="Everything (XLSX)").click()
    assert book.value.suggested_filename.endswith(".xlsx")
    page.goto(f"{address}paper/bracket/")
    page.emulate_media(media="print")
    assert page.locator(".tree text", has_text="Hohenstaufen").count()
    assert page.evaluate(SMALLEST_LETTERS) >= 7
    page.goto(f"{address}paper/score-cards/")
    assert page.locator(".card").count() == 12


def test_a_logo_is_shown_on_the_club_s_pages(laptop: Laptop, tmp_path: Path) -> None:
    picture = tmp_path / "logo.png"
    Image.new("RGB", (300, 120), "#0e4a37").save(picture)
    page = laptop.page
    laptop.click("Backgammon Club Limmat", role="link")
    laptop.click("Settings", role="link")
    page.locator("[name=logo]").set_input_files(picture)
    laptop.click("Upload")
    laptop.click("Events", role="link")
    shown = page.locator("h1 .club-logo")
    assert shown.evaluate("picture => picture.complete && picture.naturalWidth > 0")
    for place in (
        "events/october-knock-out/ .cover .club-logo",
        "events/limmat-cup/tv/ .tv-clock .club-logo",
        "events/october-knock-out/paper/bracket/ .heading .club-logo",
    ):
        address, selector = place.split(" ", 1)
        page.goto(f"{laptop.base_url}/{address}")
        expect(page.locator(selector).first).to_be_visible()


def test_the_club_s_own_site_shows_the_ratings(
    laptop: Laptop, browser: Browser, club_server: ClubServer
) -> None:
    with site() as own, site() as foreign, tab(browser) as other:
        laptop.click("Backgammon Club Limmat", role="link")
        laptop.click("Settings", role="link")
        laptop.fill_in(embedding_sites=own.address)
        laptop.click("Save")
        laptop.click("Settings", role="link")
        line = laptop.page.locator("#embed-ratings").input_value()
        assert line.startswith(f'<iframe src="{club_server.base_url}/embed/clubs/')
        assert framed(other, own, line).locator("table").count() == 1
        assert framed(other, foreign, line).locator("table").count() == 0


class Site(ThreadingHTTPServer):
    """Somebody's site of one page. A real one: Chromium asks where an answer came from."""

    page = ""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Site)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.server.page.encode())


@contextmanager
def site() -> Iterator[Site]:
    with Site(("127.0.0.1", 0), _Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def framed(page: Page, where: Site, line: str) -> Frame:
    """What stands in the frame of a page of some site that has this line in it."""
    where.page = line
    page.goto(f"{where.address}/", wait_until="networkidle")
    return page.frames[-1]
