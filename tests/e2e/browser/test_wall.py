"""The screen on the wall: full at any size, with many matches, long names and several events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e

LONG = "Maximilian-Alexander von Hohenstaufen-Rosenberg"
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
)
NOBODY_TURNS = "window.setInterval = () => 0;"
"""The test turns the panels itself, and nothing is fetched while it measures."""
MEASURED = """() => {
  fit();
  const panel = document.querySelector(".panel.on");
  const lines = [...panel.querySelectorAll("ol > li")];
  const foot = panel.querySelector(".tv-next").getBoundingClientRect().top;
  const edges = lines.map((line) => line.getBoundingClientRect());
  const isCut = (part) => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2;
  return {
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    cut: lines.filter(isCut).map((line) => line.textContent),
    down: Math.max(...edges.map((edge) => edge.bottom)) / foot,
    across: Math.max(...edges.map((edge) => edge.right)) / innerWidth,
    letters: Math.min(...[...panel.querySelectorAll("li .name")].map((name) => parseFloat(getComputedStyle(name).fontSize)))
      / innerHeight,
  };
}"""
"""How far down to the foot and across the lines reach, and how high the smallest letters are, of 1."""


@pytest.fixture(scope="module")
def desk(shared_club_server: ClubServer) -> Director:
    return Director(shared_club_server)


@pytest.fixture
def wall(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(NOBODY_TURNS)
        yield page


def at_tables(desk: Director, name: str, matches: int, first_table: int = 1) -> str:
    """So many matches called to their tables, each with the longest name in it; the event's slug."""
    names = [f"{LONG} {n}" if n % 2 else f"{name} {n}" for n in range(2 * matches)]
    swiss: dict[str, Any] = {"name": "Main", "format": "swiss", "settings": {"rounds": 3}}
    slug = desk.set_up(name, names, stages=[swiss], tables=100)
    for table, match in enumerate(desk.ready(slug), start=first_table):
        desk.post(f"matches/{match['id']}/call/", {"table": table})
    wait_until(lambda: _called(desk, slug) == matches)
    return slug


def _called(desk: Director, slug: str) -> int:
    rounds = desk.get(f"tournaments/{slug}/stages/1/bracket/")["brackets"][0]["rounds"]
    return sum(pairing["status"] == "called" for one in rounds for pairing in one["pairings"])


def measured(wall: Page, size: ViewportSize) -> dict[str, Any]:
    wall.set_viewport_size(size)
    wall.wait_for_function("width => innerWidth === width", arg=size["width"])
    found: dict[str, Any] = wall.evaluate(MEASURED)
    return found


@pytest.mark.parametrize("matches", [8, 24, 40])
def test_it_is_full_and_nothing_is_cut(
    wall: Page, shared_club_server: ClubServer, desk: Director, matches: int
) -> None:
    slug = at_tables(desk, f"Room for {matches}", matches)
    wall.goto(f"{shared_club_server.base_url}/events/{slug}/tv/")
    expect(wall.locator(".panel.on .tv-now > li")).to_have_count(matches)
    expect(wall.locator(".panel.on .tv-next")).to_contain_text("Please sit down")
    expect(wall.locator(".tv-code")).to_be_visible()
    for size in SCREENS:
        found = measured(wall, size)
        assert (found["scrolls"], found["cut"]) == (False, []), size
        assert found["down"] > 0.9, (size, found)
        assert found["across"] > 0.9, (size, found)
        assert found["letters"] > 1 / 80, (size, found)


def test_several_events_share_a_screen(wall: Page, club_server: ClubServer) -> None:
    desk, names = Director(club_server), ["Upstairs", "Downstairs", "Garden"]
    for at, name in enumerate(names):
        at_tables(desk, name, 6, first_table=1 + 6 * at)
    wall.goto(f"{club_server.base_url}/clubs/limmat/tv/")
    expect(wall.locator(".panel.on")).to_have_count(1)
    seen: dict[str, int] = {}
    for _ in range(wall.locator(".panel").count()):
        shown = wall.locator(".panel.on h1").inner_text()
        seen[shown] = seen.get(shown, 0) + wall.locator(".panel.on .tv-now > li").count()
        for size in SCREENS:
            found = measured(wall, size)
            assert (found["scrolls"], found["cut"]) == (False, []), (shown, size)
        wall.evaluate("turn(1)")
    assert {name: seen.get(name) for name in names} == dict.fromkeys(names, 6)
