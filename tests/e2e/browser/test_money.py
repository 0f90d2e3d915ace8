"""A money session from the club's page: two phones, no network for a while, the account as rules_core keeps it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page

from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchState, record
from rules_core.money import money_rules, owed
from rules_core.sides import Side
from tests.e2e.browser.people import Laptop, Password, Phone
from tests.e2e.browser.test_night import PHONE, tab
from tests.e2e.browser.test_pad_options import entered
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

RULES = money_rules(beavers=1, automatic_doubles=2, max_cube=32)
NAMES = {Side.A: "Luca Rossi", Side.B: "Beat Keller"}
WITH_NETWORK = (
    # An undoubled gammon on an automatic 2 under Jacoby is 2 points.
    GameResult(Side.A, Kind.GAMMON, cube=2, automatic_doubles=1),
    # A double to 2 and a beaver to 4, and a gammon: now it counts.
    GameResult(Side.B, Kind.GAMMON, cube=4),
)
WITHOUT = (
    # Doubled to 2, beavered to 4; the doubler drops the beaver and pays 2.
    GameResult(Side.A, cube=2, ended_by=GameEnd.DROP),
    # Two automatic doubles, turned once more.
    GameResult(Side.A, Kind.BACKGAMMON, cube=8, automatic_doubles=2),
)
LEDGER = ["started", "game", "game", "game", "game", "game", "taken_back", "settled"]
"""Each game once, however often the phone had to send it."""


def started(laptop: Laptop) -> dict[str, str]:
    """The session, started with mistypings on the way; where the codes of its score pads lead."""
    laptop.click("Backgammon Club Limmat", role="link")
    laptop.click("Casual play", role="link")
    laptop.click("New money session", role="link")
    laptop.fill_in(a="Luca Rosi", b="keller", stake="1 CHF", automatic_doubles="2")
    laptop.choose("beavers", "1")
    laptop.choose("max_cube", "32")
    laptop.click("Start the session")
    # One letter is missing: the page asks, and forgets nothing of the rest.
    laptop.page.get_by_label("Luca Rossi").check()
    assert laptop.page.locator("[name=stake]").input_value() == "1 CHF"
    laptop.click("Start the session")
    page = laptop.page
    return {
        name: str(page.locator(".change", has_text=name).get_by_role("link").get_attribute("href"))
        for name in NAMES.values()
    }


def told(state: MatchState) -> str:
    """The account in words."""
    debt = owed(state)
    assert debt is not None
    return f"{NAMES[debt.by]} owes {NAMES[debt.by.other]} {debt.points} points."


def test_a_session_on_two_phones_with_the_network_cut_once(
    browser: Browser, club_server: ClubServer, password: Password
) -> None:
    with (
        tab(browser) as desk,
        tab(browser, viewport=PHONE) as one,
        tab(browser, viewport=PHONE) as other,
    ):
        laptop = Laptop(desk, club_server.base_url)
        laptop.sign_in(password)
        links = started(laptop)
        session_page = desk.url
        phones = [Phone(one, links[NAMES[Side.A]]), Phone(other, links[NAMES[Side.B]])]
        state = MatchState.new(RULES)
        for phone, game in zip(phones, WITH_NETWORK, strict=True):
            state = played(phone, state, game)
            for each in phones:
                each.shows(" : ".join(map(str, state.points)))
        one.context.set_offline(True)
        for game in WITHOUT:
            state = played(phones[0], state, game)
        one.get_by_text("Your entries are saved on this phone").wait_for()
        one.context.set_offline(False)
        phones[1].shows(" : ".join(map(str, state.points)))
        # A game too many, taken back on the other phone.
        too_many = played(phones[0], state, GameResult(Side.B, Kind.SINGLE))
        phones[1].shows(" : ".join(map(str, too_many.points)))
        with other.expect_navigation():
            other.get_by_role("button", name="Undo the last game").click()
        for phone in phones:
            phone.shows(" : ".join(map(str, state.points)))
            phone.page.get_by_text(told(state)).wait_for()
        settled(laptop, session_page, state)
        one.get_by_text("This session is settled.").wait_for()
        assert kept(club_server) == [*WITH_NETWORK, *WITHOUT]
        assert ledger(club_server) == LEDGER
        assert "1 money sessions" in club_server.manage("verify")


def played(phone: Phone, state: MatchState, game: GameResult) -> MatchState:
    """Enter a game; what the pad foretells of it is what the rules say."""
    after = record(state, game)
    foretold = entered(phone, game, NAMES)
    assert foretold == f"→ {after.points.a} : {after.points.b}"
    return after


def settled(laptop: Laptop, address: str, state: MatchState) -> None:
    """Look at the account, and settle it."""
    page = laptop.page
    page.goto(address)
    page.get_by_text(told(state)).wait_for()
    last = page.locator("ol.list > li").last
    assert last.locator("b").inner_text() == "–".join(map(str, state.points))
    press_settle(page)
    page.get_by_text("This session is settled.").wait_for()
    page.get_by_text(told(state)).wait_for()


def press_settle(page: Page) -> None:
    page.locator("summary", has_text="Settle and close").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Settle and close").click()


def kept(server: ClubServer) -> list[GameResult]:
    ((entries,),) = server.query("SELECT entries FROM money_moneysession")
    return [GameResult.from_json(entry) for entry in json.loads(entries)]


def ledger(server: ClubServer) -> list[str]:
    return [kind for (kind,) in server.query("SELECT kind FROM money_sessionevent ORDER BY number")]
