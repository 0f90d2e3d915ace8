"""Twelve people register on their phones for ten places; a director approves; two cancel."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import APIResponse, Browser, Page, ViewportSize

from tests.e2e.browser.people import DIRECTOR, Password
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

PHONE = ViewportSize(width=360, height=740)
WORDS = {
    "en-GB": {
        "in": "You are in.",
        "waits": r"You are number (\d+) on the waiting list",
        "held back": "Try again in",
        "trap": "Leave this field empty",
    },
    "de-CH": {
        "in": "Du bist dabei.",
        "waits": r"Du bist Nummer (\d+) auf der Warteliste",
        "held back": "Versuch es in",
        "trap": "Dieses Feld leer lassen",
    },
}
A_MINUTES_WORTH = 20
"""REGISTRATIONS_BY_ADDRESS, as an installation has it that says nothing else."""


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


@pytest.mark.parametrize("language", WORDS)
def test_a_stranger_with_a_script_is_held_back(
    club_server: ClubServer, browser: Browser, password: Password, language: str
) -> None:
    base, words = club_server.base_url, WORDS[language]
    with browser.new_context(locale="en-GB") as desk, browser.new_context(locale=language) as dark:
        director = desk.new_page()
        sign_in(director, base, password)
        event = an_event(director, base)
        page = dark.new_page()
        page.goto(f"{event}register/")
        token = page.locator("form.register [name=csrfmiddlewaretoken]").input_value()

        def send(number: int, **more: str) -> APIResponse:
            said = {"name": f"Robot {number}", "email": f"robot{number}@example.org", **more}
            return page.request.post(
                f"{event}register/",
                form={"csrfmiddlewaretoken": token, **said},
                headers={"Referer": f"{event}register/", "Accept-Language": language},
                max_redirects=0,
            )

        # A program that fills in every field is told so, in words, and registers nobody.
        trapped = send(0, website="https://spam.example")
        assert (trapped.status, words["trap"] in trapped.text()) == (200, True)
        answers = [send(number) for number in range(1, A_MINUTES_WORTH + 10)]
        statuses = [answer.status for answer in answers]
        let_through = statuses.count(302)
        # A new minute may have begun meanwhile.
        assert let_through <= 2 * A_MINUTES_WORTH
        assert set(statuses) == {302, 429}
        held_back = answers[statuses.index(429)]
        assert words["held back"] in held_back.text()
        assert int(held_back.headers["retry-after"]) > 0
        assert rows(club_server, "registration") == let_through
        # However many came through, they hold no place: a director has to say yes first.
        assert rows(club_server, "entry") == 0
        # Whoever has an account is not held back by what others do on the same network.
        director.goto(f"{event}register/")
        director.fill("[name=name]", "Anna Regular")
        director.locator("form.register button.main").click()
        director.wait_for_url("**/me/*/")
        assert WORDS["en-GB"]["in"] in director.inner_text("main")
        assert rows(club_server, "entry") == 1


def rows(server: ClubServer, table: str) -> int:
    """How many there are of the event."""
    of_event = "tournament_id = (SELECT max(id) FROM tournaments_tournament)"
    ((count,),) = server.query(f"SELECT count(*) FROM tournaments_{table} WHERE {of_event}")
    return int(count)


def standing(phones: list[Page], words: dict[str, str]) -> tuple[int, list[int]]:
    """How many phones say that they are in, and which numbers wait."""
    texts = []
    for phone in phones:
        phone.reload()
        texts.append(phone.inner_text("main"))
    waiting = [int(found[1]) for text in texts if (found := re.search(words["waits"], text))]
    return sum(words["in"] in text for text in texts), sorted(waiting)
