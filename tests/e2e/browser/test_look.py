"""An event's pages answer in one look: before, during and after; and they hold the longest name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from deploy.words import LANGUAGES
from tests.e2e.browser.people import Laptop, Password
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

LONG = "Maximilian-Alexander von Hohenstaufen-Rosenberg"
PHONE = {"width": 360, "height": 740}
OF_STAFF = ("desk", "console", "draw", "paper", "registrations", "during-play", "edit", "entrants")


@pytest.fixture(scope="module")
def desk(shared_club_server: ClubServer) -> Director:
    return Director(shared_club_server)


@pytest.fixture(scope="module")
def running(desk: Director) -> dict[str, Any]:
    """An event of eight with one match at a table, in which the longest name plays."""
    names = [LONG, *(f"Player {number}" for number in range(2, 9))]
    slug = desk.set_up("Long names", names, rules={"length": 5, "jacoby": True, "beavers": 1})
    match = next(m for m in desk.ready(slug) if LONG in (m["a"]["name"], m["b"]["name"]))
    desk.post(f"matches/{match['id']}/call/", {"table": 2})
    return {"slug": slug, "match": match}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE) as context:  # type: ignore[arg-type]
        yield context.new_page()


def where(server: ClubServer, name: str, **arguments: Any) -> str:
    return server.base_url + reverse(name, kwargs=arguments)


def test_no_page_is_too_wide_for_the_longest_name(
    browser: Browser, shared_club_server: ClubServer, desk: Director, running: dict[str, Any]
) -> None:
    slug, match = running["slug"], running["match"]
    player = match["a"]["player"] if match["a"]["name"] == LONG else match["b"]["player"]
    later = desk.post(
        "tournaments/",
        {
            "club": "limmat",
            "name": "Nobody drawn yet",
            "starts_at": "2026-12-18T18:30:00Z",
            "rules": {"length": 5},
            "stages": [{"name": "Main", "format": "swiss", "settings": {"rounds": 4}}],
        },
    )["slug"]
    desk.post(f"tournaments/{later}/entries/bulk/", {"entries": [{"player": player}]})
    desk.post(f"tournaments/{later}/publish/")
    addresses = [
        where(shared_club_server, "home"),
        where(shared_club_server, "event", slug=slug),
        where(shared_club_server, "event", slug=later),
        where(shared_club_server, "event-standings", slug=slug),
        where(shared_club_server, "event-entrants", slug=slug),
        where(shared_club_server, "event-proof", slug=slug),
        where(shared_club_server, "match", pk=match["id"]),
        where(shared_club_server, "player", pk=player),
        where(shared_club_server, "club-players", slug="limmat"),
    ]
    assert _too_wide(browser, addresses) == []


def test_no_page_of_the_staff_is_too_wide_for_the_longest_name(
    browser: Browser,
    shared_club_server: ClubServer,
    desk: Director,
    running: dict[str, Any],
    password: Password,
    tmp_path: Path,
) -> None:
    slug, match = running["slug"], running["match"]
    side = match["a"] if match["a"]["name"] == LONG else match["b"]
    (main,) = desk.get(f"tournaments/{slug}/stages/1/bracket/")["brackets"]
    seats = [pairing[at] for pairing in main["rounds"][0]["pairings"] for at in ("a", "b")]
    (entry,) = [seat["entry"] for seat in seats if seat["name"] == LONG]
    decided = desk.set_up("Long names decided", [LONG, "Somebody Else"])
    (final,) = desk.ready(decided)
    desk.post(f"matches/{final['id']}/result/", {"score": [5, 1]})
    server = shared_club_server
    addresses = [
        *(where(server, f"event-{name}", slug=slug) for name in OF_STAFF),
        where(server, "event-desk-entrant", slug=slug, pk=entry),
        where(server, "match", pk=match["id"]),
        where(server, "match-correct", pk=final["id"]),
        *(where(server, f"player-{name}", pk=side["player"]) for name in ("edit", "merge")),
        where(server, "club-players", slug="limmat"),
    ]
    cookies = tmp_path / "cookies.json"
    with browser.new_context() as context:
        Laptop(context.new_page(), server.base_url).sign_in(password)
        context.storage_state(path=cookies)
    assert _too_wide(browser, addresses, storage_state=cookies) == []


def _too_wide(browser: Browser, addresses: list[str], **signed_in: Any) -> list[str]:
    """In which language a phone has to be scrolled sideways, and where."""
    found = []
    for language in ("en", *LANGUAGES):
        with browser.new_context(viewport=PHONE, locale=language, **signed_in) as context:  # type: ignore[arg-type]
            found += [
                f"{language}: {address}" for address in addresses if _is_too_wide(context, address)
            ]
    return found


def _is_too_wide(context: BrowserContext, address: str) -> bool:
    with context.new_page() as page:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        return bool(page.evaluate("document.scrollingElement.scrollWidth > innerWidth"))


def test_before_the_draw_a_page_tells_the_rules_in_words(
    phone: Page, shared_club_server: ClubServer
) -> None:
    phone.goto(where(shared_club_server, "event", slug="advent-open"))
    main = phone.get_by_role("main")
    expect(main).to_contain_text("Knock-out: whoever loses the first match plays on")
    expect(main).to_contain_text("Crawford rule")
    expect(main).to_contain_text("No Jacoby rule")
    expect(phone.locator(".cover")).to_contain_text("Entry fee")
    expect(phone.locator(".cover")).to_contain_text("How long")
    expect(main).to_contain_text("Who comes")
    expect(main.get_by_role("link", name="Anna Meier")).to_be_visible()


def test_during_play_the_matches_at_tables_come_first(
    phone: Page, shared_club_server: ClubServer, running: dict[str, Any]
) -> None:
    phone.goto(where(shared_club_server, "event", slug=running["slug"]))
    bug = phone.locator(".bug")
    expect(bug).to_have_count(1)
    expect(bug).to_contain_text(LONG)
    box = phone.locator(".draw-sheet").first.bounding_box()
    above = bug.bounding_box()
    assert box
    assert above
    assert above["y"] < box["y"]
    expect(phone.locator(".tree")).to_contain_text("Player", timeout=5_000)
    expect(phone.locator("#main-2 .nobody").first).to_contain_text(" or ")


def test_during_play_a_page_says_when_it_ends(phone: Page, shared_club_server: ClubServer) -> None:
    # The demo club plays it tonight, whenever that is.
    phone.goto(where(shared_club_server, "event", slug="limmat-cup"))
    expect(phone.locator(".live-now .ends")).to_have_text(re.compile(r"ends about \d\d:\d\d"))


def test_whoever_is_followed_has_a_way_and_the_next_match_on_top(
    phone: Page, shared_club_server: ClubServer, running: dict[str, Any]
) -> None:
    phone.goto(where(shared_club_server, "event", slug=running["slug"]))
    phone.get_by_label("Find a player").fill("hohenstaufen")
    phone.get_by_role("button", name="Follow").click()
    expect(phone.locator("#pinned")).to_be_visible()
    expect(phone.locator("#pinned h2")).to_have_text(LONG)
    expect(phone.locator("#pinned .pairing")).to_contain_text("table 2")
    # The first round, the semi-final and the final: what is played and what could be.
    expect(phone.locator(".tree .path")).to_have_count(3)
    phone.reload()
    expect(phone.locator("#pinned h2")).to_have_text(LONG)


def test_somebody_is_followed_with_the_keyboard_alone(
    phone: Page, shared_club_server: ClubServer, running: dict[str, Any]
) -> None:
    phone.goto(where(shared_club_server, "event", slug=running["slug"]))
    phone.keyboard.press("Tab")
    focused = phone.locator(":focus")
    expect(focused).to_have_text("Skip to content")
    expect(focused).to_have_css("outline-width", "3px")
    phone.keyboard.press("Enter")
    for _ in range(20):
        if phone.evaluate("document.activeElement.id") == "find":
            break
        phone.keyboard.press("Tab")
    phone.keyboard.type("hohenstaufen")
    expect(phone.get_by_role("button", name="Follow")).to_be_enabled()
    phone.keyboard.press("Tab")
    expect(focused).to_have_css("outline-width", "3px")
    phone.keyboard.press("Space")
    expect(phone.locator("#pinned h2")).to_have_text(LONG)


def test_after_the_last_match_a_page_has_a_podium_and_the_winners_way(
    phone: Page, shared_club_server: ClubServer
) -> None:
    phone.goto(where(shared_club_server, "event", slug="october-knock-out"))
    winner = phone.locator(".podium li").first.get_by_role("link").inner_text()
    expect(phone.locator(".way .match")).to_have_count(5)
    final = phone.locator(".tree").first.locator(".round.last .side.won .name")
    expect(final).to_have_text(winner)
    expect(phone.locator(".night-numbers")).to_contain_text("Decided by the last point")


def test_a_swiss_shows_rounds_and_a_cross_table(
    phone: Page, shared_club_server: ClubServer
) -> None:
    phone.goto(where(shared_club_server, "event", slug="september-swiss"))
    tabs = phone.locator(".tabs")
    expect(tabs.get_by_text("Rounds", exact=True)).to_have_attribute("aria-current", "page")
    expect(tabs.get_by_text("Bracket")).to_have_count(0)
    expect(phone.locator(".cross tbody tr")).to_have_count(19)


def test_pools_have_a_cross_table_each_with_those_who_qualify(
    phone: Page, shared_club_server: ClubServer
) -> None:
    phone.goto(where(shared_club_server, "event", slug="pools-and-finals", stage=1))
    expect(phone.locator(".cross")).to_have_count(4)
    expect(phone.locator(".cross .through")).to_have_count(8)


def test_standings_on_a_phone_show_what_decides(
    phone: Page, shared_club_server: ClubServer
) -> None:
    phone.goto(where(shared_club_server, "event-standings", slug="september-swiss"))
    deciding = phone.locator("tbody tr").first.locator(".deciding")
    expect(deciding).to_be_visible()
    expect(deciding).to_contain_text("Buchholz")


def test_the_theme_that_is_chosen_stays(phone: Page, shared_club_server: ClubServer) -> None:
    phone.emulate_media(color_scheme="light")
    phone.goto(shared_club_server.base_url)
    phone.get_by_role("button", name="Dark").click()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    phone.goto(where(shared_club_server, "event", slug="october-knock-out"))
    ground = phone.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(12, 19, 16)"


def test_nothing_moves_for_those_who_ask_for_less_motion(
    phone: Page, shared_club_server: ClubServer
) -> None:
    phone.emulate_media(reduced_motion="reduce")
    phone.goto(where(shared_club_server, "event", slug="october-knock-out"))
    phone.evaluate("document.querySelector('.pairing').classList.add('changed')")
    assert phone.evaluate("document.getAnimations().length") == 0
