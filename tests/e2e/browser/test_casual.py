"""A casual match from the club's page on a phone: two names, rules, the score pads, the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.e2e.browser.people import Laptop, Password, Phone
from tests.e2e.browser.test_night import PHONE, tab
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

SENT_TWICE = """async () => {
  const form = document.querySelector("main form");
  const send = async () => (await fetch(location.href, {
    method: "POST", body: new URLSearchParams(new FormData(form)),
  })).url;
  return Promise.all([send(), send()]);
}"""


def set_rating(page: Page, base_url: str) -> None:
    """The club says that casual matches count for ratings."""
    page.goto(f"{base_url}/clubs/limmat/settings/")
    page.locator("[name=rate_casual_matches]").check()
    with page.expect_navigation():
        page.locator("main form:has([name=rate_casual_matches]) button").first.click()


def start(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Start the match").click()


def test_two_play_a_match_that_nobody_planned(
    browser: Browser, club_server: ClubServer, password: Password
) -> None:
    with (
        tab(browser, viewport=PHONE) as desk,
        tab(browser, viewport=PHONE) as one,
        tab(browser, viewport=PHONE) as other,
    ):
        laptop = Laptop(desk, club_server.base_url)
        laptop.sign_in(password)
        set_rating(desk, club_server.base_url)
        desk.goto(f"{club_server.base_url}/clubs/limmat/")
        # On a phone the tab may be out of sight; the link below the events is not.
        desk.locator(".take").get_by_role("link", name="Casual play").click()
        desk.get_by_role("link", name="New casual match").click()
        desk.locator("[name=a]").fill("Luca Rossi")
        desk.locator("[name=b]").fill("Luca Rossi")
        desk.locator("[name=length]").fill("3")
        start(desk)
        desk.get_by_text("A match needs two different players.").wait_for()
        desk.locator("[name=b]").fill("Nadia Neu")
        desk.get_by_label("Counts for ratings").check()
        desk.get_by_label("Holland rule").check()
        # Sent twice at once, as an impatient thumb does: one match.
        codes, again = desk.evaluate(SENT_TWICE)
        assert codes == again
        desk.goto(codes)
        links = [str(link.get_attribute("href")) for link in pads(desk)]
        first, second = Phone(one, links[0]), Phone(other, links[1])
        first.game("Luca Rossi", "single", 2)
        second.shows("2 : 0")
        one.get_by_text("Crawford game").first.wait_for()
        assert one.locator("[data-part=cube]").is_hidden()
        second.game("Nadia Neu")
        first.shows("2 : 1")
        # After the Crawford game the pad reminds of the Holland rule.
        one.locator("[data-part=holland]").wait_for(state="visible")
        first.game("Luca Rossi")
        one.get_by_text("Luca Rossi wins.").wait_for()
        assert match_rows(club_server) == [("finished", 2 + 1, 1, True)]
        desk.goto(codes)
        assert "/pads/" not in desk.url


def pads(page: Page) -> list[Locator]:
    page.get_by_role("link", name="Open the score pad").first.wait_for()
    return page.get_by_role("link", name="Open the score pad").all()


def match_rows(server: ClubServer) -> list[tuple[object, ...]]:
    rows = server.query(
        "SELECT m.status, m.points_a, m.points_b, m.rated FROM matches_match m"
        " JOIN players_player b ON b.id = m.b_id WHERE b.full_name = 'Nadia Neu'"
    )
    return [(status, a, b, bool(rated)) for status, a, b, rated in rows]
