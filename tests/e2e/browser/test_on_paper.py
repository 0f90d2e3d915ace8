"""A bracket of 64 with its consolation on A4: every name can be read, whoever did not come is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e

LONG = "Maximilian-Alexander von Hohenstaufen-Rosenberg"
HEBREW = "נועה לוי"
NAMES = [LONG, HEBREW, *(f"Bartholomäus Zimmermann {number}" for number in range(3, 65))]
CONSOLATION: dict[str, Any] = {
    "name": "Main",
    "format": "single_elimination",
    "settings": {"consolation": "simple"},
}
A4_ACROSS: ViewportSize = {"width": 1047, "height": 718}
"""297 and 210 mm less two margins of 10 mm, at 96 pixels an inch."""
LETTERS = """() => [...document.querySelectorAll(".tree text:not([text-anchor=end])")].map((text) => ({
  points: parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a * 72 / 96,
  text: text.textContent.trim(),
}))"""
"""Each text of the trees with its height in points; numbers of seeds end at their place, and may be smaller."""
OUTSIDE = """() => [...document.querySelectorAll(".tree")].flatMap((tree) => {
  const page = tree.getBoundingClientRect();
  return [...tree.querySelectorAll("text")].filter((text) => {
    const { left, right } = text.getBoundingClientRect();
    return left < page.left - 1 || right > page.right + 1;
  }).map((text) => text.textContent.trim());
})"""
"""What stands beside the paper."""


@pytest.fixture(scope="module")
def address(shared_club_server: ClubServer) -> str:
    desk = Director(shared_club_server)
    slug = desk.set_up("On A4", NAMES, stages=[CONSOLATION])
    absent, *_ = desk.ready(slug)
    desk.post(f"matches/{absent['id']}/result/", {"winner": "a", "ended_by": "walkover"})
    published = f"tournaments/{slug}/stages/1/bracket/"
    wait_until(lambda: '"walkover"' in str(desk.get(published)).replace("'", '"'))
    return f"{shared_club_server.base_url}/events/{slug}/paper/bracket/"


@pytest.fixture
def paper(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(viewport=A4_ACROSS) as context:
        page = context.new_page()
        page.goto(address)
        page.emulate_media(media="print")
        yield page


def test_no_name_is_smaller_than_seven_points(paper: Page) -> None:
    letters = paper.evaluate(LETTERS)
    assert len([one for one in letters if "Zimmermann" in one["text"]]) >= 62
    assert [one for one in letters if one["points"] < 7] == []
    assert paper.evaluate(OUTSIDE) == []


def test_64_and_their_consolation_take_several_sheets(paper: Page) -> None:
    assert paper.locator(".sheet", has=paper.get_by_text("Main")).count() > 1
    assert paper.locator(".sheet", has=paper.get_by_text("Consolation")).count() > 1
    written = [text.strip() for text in paper.locator(".tree text").all_text_contents()]
    assert written.count("w/o") == 1


def test_a_name_from_right_to_left_is_whole(paper: Page) -> None:
    expect(paper.locator(".tree text", has_text=HEBREW).first).to_be_visible()


def test_each_sheet_is_one_page_of_the_printer(paper: Page) -> None:
    printed = paper.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == paper.locator(".sheet").count()
