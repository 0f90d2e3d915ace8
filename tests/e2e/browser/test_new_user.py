"""From the first page to a published event of 16 with all its results: every click and key is counted.

``pytest -s tests/e2e/browser/test_new_user.py`` prints the table that docs/usability.md has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from deploy.processes import PROJECT
from tests.e2e.browser.people import Laptop, Password
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

WORDS = [
    "meier",
    "rossi",
    "keller",
    "dubois",
    "huber",
    "conti",
    "weber",
    "bianchi",
    "favre",
    "baumann",
    "frei",
    "whitf",
    "martin",
    "schnei",
    "ferrari",
    "zimmer",
]
"""Enough of each name for nobody else to be meant."""
Counts = dict[str, tuple[int, int]]


class Tally:
    """Clicks and keys by step."""

    def __init__(self, laptop: Laptop) -> None:
        self.laptop = laptop
        self.counts: Counts = {}

    @contextmanager
    def step(self, name: str) -> Iterator[Laptop]:
        clicks, keys = self.laptop.clicks, self.laptop.keys
        yield self.laptop
        self.counts[name] = (self.laptop.clicks - clicks, self.laptop.keys - keys)


def test_the_way_is_as_short_as_written_down(
    club_server: ClubServer, page: Page, password: Password
) -> None:
    tally = Tally(Laptop(page, club_server.base_url))
    walk(tally, password)
    print(*(f"| {step} | {a} | {b} |" for step, (a, b) in tally.counts.items()), sep="\n")
    with page.context.browser.new_context() as stranger:  # type: ignore[union-attr]
        seen = stranger.new_page()
        seen.goto(f"{club_server.base_url}/events/first-evening/standings/")
        assert seen.locator("tr.first").count() == 1
    assert tally.counts == written_down()


def walk(tally: Tally, password: Password) -> None:
    with tally.step("sign in") as desk:
        desk.sign_in(password)
    with tally.step("set up the event") as desk:
        desk.click("Backgammon Club Limmat", role="link")
        desk.click("New event", role="link")
        desk.fill_in(name="First evening")
        desk.click("Open for entries")
    with tally.step("enter 16 players") as desk:
        desk.enter(WORDS)
        assert desk.page.locator(".deskline").count() == len(WORDS)
    with tally.step("draw") as desk:
        desk.click("Go to the draw", role="link")
        desk.click("Make the draw")
    with tally.step("publish") as desk:
        desk.click("Publish")
    with tally.step("15 results") as desk:
        desk.click("Console", role="link")
        for _ in range(len(WORDS) - 1):
            desk.result(7, 4)


def written_down() -> Counts:
    """The table in docs/usability.md."""
    text = (PROJECT / "docs" / "usability.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    return {step: (int(clicks), int(keys)) for step, clicks, keys in rows}
