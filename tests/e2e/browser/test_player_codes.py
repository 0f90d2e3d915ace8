"""A night of 22 with player codes alone: each phone learns by itself what is next."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.e2e.browser.people import Password, Phone
from tests.e2e.browser.test_registration import sign_in
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e

PLAYERS = 22
ROUNDS = 2
PHONE = ViewportSize(width=360, height=740)
SWISS = {"name": "Swiss", "format": "swiss", "settings": {"rounds": ROUNDS}}
IS_KEPT = """async (page) => Boolean(
    navigator.serviceWorker.controller && await (await caches.open("night")).match(page))"""
KNOWS_WITHIN = 60_000
"""Milliseconds, on a machine that does other things too; benchmarks/own_nights.py measures how soon it is."""


def printed_codes(
    browser: Browser, server: ClubServer, password: Password, slug: str
) -> dict[str, str]:
    """The link of each player by name, as it stands on the cards that a director prints once."""
    with browser.new_context() as context:
        page = context.new_page()
        sign_in(page, server.base_url, password)
        page.goto(f"{server.base_url}/events/{slug}/paper/")
        with page.expect_navigation():
            page.locator("form[action$='/player-codes/'] button").first.click()
        cards = page.evaluate(
            "[...document.querySelectorAll('.player-code')].map((card) =>"
            " [card.querySelector('.card-name').textContent.trim(), card.querySelector('a').href])"
        )
    return dict(cards)


def state(phone: Page) -> Any:
    return phone.evaluate("({...document.querySelector('#panel-now').dataset})")


def knows(phone: Page, **facts: str) -> None:
    phone.wait_for_function(
        "facts => Object.entries(facts).every(([name, value]) =>"
        " document.querySelector('#panel-now')?.dataset[name] === value)",
        arg=facts,
        timeout=KNOWS_WITHIN,
    )


def test_each_phone_knows_what_is_next(
    club_server: ClubServer, browser: Browser, password: Password
) -> None:
    director = Director(club_server)
    slug = director.set_up("Codes", PLAYERS, stages=[SWISS], result_policy="either", tables=11)
    links = printed_codes(browser, club_server, password, slug)
    assert len(links) == PLAYERS
    contexts: list[BrowserContext] = []
    phones: dict[str, Page] = {}
    for name, link in links.items():
        context = browser.new_context(viewport=PHONE)
        contexts.append(context)
        phones[name] = context.new_page()
        phones[name].goto(link)
        assert state(phones[name])["state"] == "ready"
    for number in range(1, ROUNDS + 1):
        matches = director.ready(slug)
        assert len(matches) == PLAYERS // 2
        play_round(director, matches, phones)
        for phone in phones.values():
            knows(phone, state="between" if number < ROUNDS else "done")
        if number < ROUNDS:
            director.post(f"tournaments/{slug}/stages/1/rounds/")
            for phone in phones.values():
                knows(phone, state="ready")
    text = phones["Codes 1"].locator("#panel-now").inner_text()
    assert re.search(r"Place \d+", text), text
    for context in contexts:
        context.close()


def play_round(director: Director, matches: list[Any], phones: dict[str, Page]) -> None:
    """All are called; the first two enter their result on the pad of their own page, others tell the desk."""
    for table, match in enumerate(matches, start=1):
        director.post(f"matches/{match['id']}/call/", {"table": table})
    for table, match in enumerate(matches, start=1):
        for side in "ab":
            knows(phones[match[side]["name"]], status="called", table=str(table))
    first, *others = matches
    pad = Pad(phones[first["a"]["name"]])
    assert pad.game(first["a"]["name"], "gammon", cube=4).startswith("→ 5 : 0")
    for match in others:
        director.post(f"matches/{match['id']}/result/", {"score": [5, 2]})


class Pad(Phone):
    """The score pad on a page that is open already."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.locator("#game").wait_for(timeout=KNOWS_WITHIN)


def test_ones_own_night_opens_and_takes_games_without_a_network(
    club_server: ClubServer, browser: Browser, password: Password
) -> None:
    director = Director(club_server)
    slug = director.set_up("Cellar", 2, result_policy="either", tables=1)
    (match,) = director.ready(slug)
    director.post(f"matches/{match['id']}/call/", {"table": 1})
    link = printed_codes(browser, club_server, password, slug)[match["a"]["name"]]
    with browser.new_context(viewport=PHONE) as context:
        phone = context.new_page()
        phone.goto(link)
        # Not wait_for_function: it takes the promise of an answer for a yes.
        wait_until(lambda: phone.evaluate(IS_KEPT, link))
        club_server.stop()
        phone.reload()
        pad = Pad(phone)
        assert pad.game(match["a"]["name"]) == "→ 1 : 0"
        phone.get_by_text("One entry is saved on this phone").wait_for()
        club_server.start()
        club_server.wait_ready()
        phone.get_by_text("One entry is saved on this phone").wait_for(
            state="hidden", timeout=KNOWS_WITHIN
        )
    points = "SELECT points_a, points_b FROM matches_match"
    assert club_server.query(f"{points} WHERE id = {match['id']}") == [(1, 0)]
