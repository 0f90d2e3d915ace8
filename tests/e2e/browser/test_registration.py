"""Twelve people register on their phones for ten places; a director approves; two cancel."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.browser.people import DIRECTOR, Password
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

PHONE = ViewportSize(width=360, height=740)
WORDS = {
    "en-GB": {"in": "You are in.", "waits": r"You are number (\d+) on the waiting list"},
    "de-CH": {"in": "Du bist dabei.", "waits": r"Du bist Nummer (\d+) auf der Warteliste"},
}


def sign_in(page: Page, base: str, password: Password) -> None:
    page.goto(f"{base}/accounts/login/")
    page.fill("[name=login]", DIRECTOR)
    page.fill("[name=password]", password)
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile("/clubs/|/account/"))


def an_event(page: Page, base: str) -> str:
    """Set up an event with ten places that anybody can register for; where its pages are."""
    club = page.url.removeprefix(base).split("/")[2]
    page.goto(f"{base}/clubs/{club}/events/new/")
    page.fill("[name=name]", "Advent Open")
    later = datetime.now(UTC) + timedelta(days=5)
    page.fill("[name=starts_at]", later.strftime("%Y-%m-%dT%H:%M"))
    page.locator("form:has([name=starts_at]) button.main").last.click()
    page.wait_for_url("**/desk/")
    event = page.url.removesuffix("desk/")
    page.goto(event)
    page.locator("form[action$='/publish/'] button").click()
    page.wait_for_load_state()
    page.goto(f"{event}registrations/terms/")
    page.select_option("[name=registration]", "open")
    page.fill("[name=places]", "10")
    page.locator("form:has([name=places]) button.main").click()
    page.wait_for_url("**/registrations/")
    return event


@pytest.mark.parametrize("language", WORDS)
def test_twelve_phones_for_ten_places(
    club_server: ClubServer, browser: Browser, password: Password, language: str
) -> None:
    base = club_server.base_url
    with browser.new_context(locale="en-GB") as desk:
        director = desk.new_page()
        sign_in(director, base, password)
        event = an_event(director, base)
        contexts = [browser.new_context(locale=language, viewport=PHONE) for _ in range(12)]
        phones = [context.new_page() for context in contexts]
        for number, phone in enumerate(phones):
            phone.goto(f"{event}register/")
            phone.fill("[name=name]", f"{'ABCDEFGHIJKL'[number] * 5} Tester")
            phone.fill("[name=email]", f"guest{number}@example.org")
        for phone in phones:
            # All at once: nobody waits for the answer to another.
            phone.locator("form.register button.main").click(no_wait_after=True)
        for phone in phones:
            phone.wait_for_url("**/me/*/")
        director.goto(f"{event}registrations/")
        for _ in phones:
            director.locator("form[action$='/approve/'] button.main").first.click()
            director.wait_for_load_state()
        words = WORDS[language]
        assert standing(phones, words) == (10, [1, 2])
        inside = [phone for phone in phones if words["in"] in phone.inner_text("main")]
        for phone in inside[:2]:
            phone.locator("details summary").first.click()
            phone.locator("form[action$='/cancel/'] button").click()
            phone.wait_for_load_state()
        assert standing(phones, words) == (10, [])
        for context in contexts:
            context.close()


def standing(phones: list[Page], words: dict[str, str]) -> tuple[int, list[int]]:
    """How many phones say that they are in, and which numbers wait."""
    texts = []
    for phone in phones:
        phone.reload()
        texts.append(phone.inner_text("main"))
    waiting = [int(found[1]) for text in texts if (found := re.search(words["waits"], text))]
    return sum(words["in"] in text for text in texts), sorted(waiting)
