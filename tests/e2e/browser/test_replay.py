"""A match step by step: with the keys, with a thumb, and without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.browser.site_pages import REPLAYED
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

PHONE = {"width": 360, "height": 740}
THUMB = 44


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, has_touch=True) as context:  # type: ignore[arg-type]
        yield context.new_page()


def address(server: ClubServer) -> str:
    return server.base_url + reverse("match-replay", kwargs=REPLAYED)


def shows(page: Page, words: str, place: str) -> None:
    """What has happened, and that this position is the one in the address."""
    expect(page.locator("#told")).to_contain_text(words)
    expect(page).to_have_url(re.compile(re.escape(place) + "$"))


def test_the_keys_lead_through_the_match(page: Page, shared_club_server: ClubServer) -> None:
    page.goto(address(shared_club_server))
    expect(page.locator("#told")).to_have_text("Game 1 begins.")
    board = page.locator(".diagram svg")
    start = board.get_attribute("aria-label") or ""
    page.keyboard.press("ArrowRight")
    shows(page, "rolls 4-2 and plays 8/4 6/4.", "?game=1&move=1")
    expect(board).not_to_have_attribute("aria-label", start)
    expect(page.locator("#spoken")).to_contain_text("has 161 pips.")
    page.keyboard.press("ArrowLeft")
    shows(page, "Game 1 begins.", "?game=1&move=0")
    page.keyboard.press("End")
    shows(page, "drops.", "?game=1&move=20")
    page.keyboard.press("ArrowRight")
    shows(page, "Game 2 begins.", "?game=2&move=0")
    page.keyboard.press("Shift+ArrowRight")
    shows(page, "Game 3 begins.", "?game=3&move=0")
    page.keyboard.press("Shift+ArrowLeft")
    shows(page, "Game 2 begins.", "?game=2&move=0")
    # Whoever is in a field moves the cursor there.
    page.locator("#xgid").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#next").focus()
    page.keyboard.press("ArrowRight")
    shows(page, "rolls 6-5", "?game=2&move=1")


def test_steps_wait_for_no_request(page: Page, shared_club_server: ClubServer) -> None:
    """The next positions, and the one before, are there before they are wanted."""
    with (
        page.expect_response(lambda answer: answer.url.endswith("?game=1&move=2")),
        page.expect_response(lambda answer: answer.url.endswith("?game=1&move=9")),
    ):
        page.goto(address(shared_club_server) + "?game=1&move=3")
    page.context.set_offline(True)
    try:
        for move in range(4, 9):
            page.keyboard.press("ArrowRight")
            shows(page, "rolls", f"?game=1&move={move}")
        for move in range(7, 3, -1):
            page.keyboard.press("ArrowLeft")
            shows(page, "rolls", f"?game=1&move={move}")
    finally:
        page.context.set_offline(False)


def test_two_quick_presses_are_two_steps(page: Page, shared_club_server: ClubServer) -> None:
    """Also where the first position has not come yet."""
    held: list[Route] = []
    first = re.compile(r"\?game=1&move=1$")
    page.route(first, lambda route: held.append(route))
    with page.expect_request(first):
        page.goto(address(shared_club_server))
    expect(page.locator("#told")).to_have_text("Game 1 begins.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("#next").dispatch_event("click")
    assert len(held) == 1
    held[0].continue_()
    shows(page, "rolls 5-4", "?game=1&move=3")


def test_a_thumb_leads_through_the_match(phone: Page, shared_club_server: ClubServer) -> None:
    phone.goto(address(shared_club_server))
    for name in ("first", "back", "next", "last"):
        box = phone.locator(f"#{name}").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= THUMB
    following = phone.locator("#next")
    following.tap()
    shows(phone, "rolls 4-2", "?game=1&move=1")
    expect(following).to_be_focused()
    following.tap()
    shows(phone, "rolls 3-1", "?game=1&move=2")
    phone.locator("#back").tap()
    shows(phone, "rolls 4-2", "?game=1&move=1")
    phone.locator("#game-3").tap()
    shows(phone, "Game 3 begins.", "?game=3&move=0")
    phone.locator("#move-4").tap()
    shows(phone, "rolls", "?game=3&move=4")
    shared = phone.locator("#address").input_value()
    told = phone.locator("#told").inner_text()
    phone.goto(shared)
    expect(phone.locator("#told")).to_have_text(told)


def test_without_a_script_every_position_is_a_page(
    browser: Browser, shared_club_server: ClubServer
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address(shared_club_server))
        page.locator("#next").click()
        shows(page, "rolls 4-2", "?game=1&move=1")
        page.locator("#last").click()
        shows(page, "drops.", "?game=1&move=20")
        page.locator("#next").click()
        shows(page, "Game 2 begins.", "?game=2&move=0")
        page.locator("#back").click()
        shows(page, "drops.", "?game=1&move=20")
        expect(page.locator(".copy").first).to_be_hidden()
        page.get_by_role("link", name=re.compile("^Game 4")).click()
        shows(page, "Game 4 begins.", "?game=4&move=0")
