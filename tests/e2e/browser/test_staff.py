"""From ``make club``: a director invites a scorer by link, who enters a result elsewhere, and does no more."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from deploy.processes import PROJECT
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

PHONE = ViewportSize(width=360, height=740)
DIRECTOR, SCORER = "anna@example.org", "bruno@example.org"
TYPED = f"Backgammon Club Aare\n{DIRECTOR}\nen\nEurope/Zurich\nn\n"
NAMES = ["Ada Quist", "Bruno Falk", "Cleo Vantongeren", "Dimitri Osei"]
FORBIDDEN = ("desk", "edit", "draw", "registrations", "registrations/terms", "during-play")


def make_club(server: ClubServer) -> str:
    """What somebody types into ``make club``; the director's password, which it prints."""
    made = subprocess.run(
        [sys.executable, "-m", "deploy.own_club"],
        cwd=PROJECT,
        env=os.environ | server.env | {"DJANGO_SETTINGS_MODULE": "tests.e2e.settings"},
        input=TYPED,
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"password +(\S+)", made.stdout)
    assert found, made.stdout
    return found[1]


def sign_in(page: Page, base: str, email: str, password: str) -> None:
    page.goto(f"{base}/accounts/login/")
    page.fill("[name=login]", email)
    page.fill("[name=password]", password)
    page.locator("main form button").first.click()


def a_drawn_event(page: Page, base: str) -> str:
    page.goto(f"{base}/clubs/backgammon-club-aare/events/new/")
    page.fill("[name=name]", "First evening")
    page.get_by_role("button", name="Open for entries").click()
    page.wait_for_url("**/desk/")
    event = page.url.removesuffix("desk/")
    for name in NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator("#desk-queue li").first.wait_for(state="detached", timeout=60_000)
    page.get_by_role("link", name="Go to the draw", exact=True).click()
    page.get_by_role("button", name="Make the draw").click()
    page.get_by_role("button", name="Publish").click()
    return event


def invitation(page: Page, base: str) -> str:
    """Its link, as the director copies it from the page; nothing is mailed here."""
    page.goto(f"{base}/clubs/backgammon-club-aare/")
    page.get_by_role("link", name="Staff").click()
    page.locator("[name=role]").last.select_option("scorer")
    page.locator("[name=name]").fill("Bruno")
    page.get_by_role("button", name="Make an invitation").click()
    return page.locator(".keep .address a").inner_text()


def take_up(phone: Page, link: str) -> None:
    phone.goto(link)
    phone.fill("[name=name]", "Bruno")
    phone.fill("[name=email]", SCORER)
    phone.fill("[name=password]", "two dice and a cube")
    phone.get_by_role("button", name="Make an account and accept").click()
    phone.wait_for_url("**/clubs/backgammon-club-aare/")


def test_a_scorer_invited_by_link_enters_a_result_and_does_no_more(
    club_server: ClubServer, browser: Browser
) -> None:
    base = club_server.base_url
    password = make_club(club_server)
    with browser.new_context() as desk, browser.new_context(viewport=PHONE) as elsewhere:
        director = desk.new_page()
        sign_in(director, base, DIRECTOR, password)
        director.wait_for_url("**/clubs/backgammon-club-aare/")
        event = a_drawn_event(director, base)
        link = invitation(director, base)
        scorer = elsewhere.new_page()
        take_up(scorer, link)
        scorer.goto(f"{event}console/")
        scorer.locator(".offered .who").first.click()
        scorer.wait_for_url(re.compile(r"/matches/\d+/"))
        scorer.fill("[name=score_a]", "7")
        scorer.fill("[name=score_b]", "3")
        scorer.locator("form:has([name=score_a]) button.main").click()
        scorer.wait_for_url(re.compile("/console/"))
        director.goto(event)
        director.get_by_text("7").first.wait_for()
        assert results(club_server) == [("finished", "7", "3")]
        for page in FORBIDDEN:
            assert status(scorer, f"{event}{page}/") == 403, page
        for page in ("staff", "settings", "players/new", "players/import", "events/new"):
            assert status(scorer, f"{base}/clubs/backgammon-club-aare/{page}/") == 403, page
        scorer.goto(f"{base}/admin/")
        assert "/admin/login/" in scorer.url
        with browser.new_context() as third:
            # One use.
            assert status(third.new_page(), link) == 404
        director.goto(f"{base}/clubs/backgammon-club-aare/staff/")
        assert SCORER in director.locator("main").inner_text()


def status(page: Page, address: str) -> int:
    answer = page.goto(address)
    assert answer is not None
    return answer.status


def results(server: ClubServer) -> list[tuple[str, ...]]:
    rows = server.query(
        "SELECT status, points_a, points_b FROM matches_match WHERE event = 'first-evening' "
        "AND status = 'finished'"
    )
    return [tuple(map(str, row)) for row in rows]
