"""The public bracket of 128 entrants: light, still, and quick to say that nothing is new."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e

FIRST = (
    "Anna Luca Beat Claire Urs Giulia Hannah Marco Sophie Tim Nora James Élodie Jonas Chiara Reto"
)
LAST = "Meier Rossi Keller Dubois Huber Conti Zimmermann Bernasconi"
NAMES = [f"{first} {last}" for first, last in product(FIRST.split(), LAST.split())]
KILOBYTES = 60
COMPRESSED = 1000 * KILOBYTES
"""For the page with everything it loads, headers and all."""
SHIFT = """
    () => new Promise((tell) => {
      let shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => { shift += entry.value; }))
        .observe({type: "layout-shift", buffered: true});
      setTimeout(() => tell(shift), 500);
    })
"""


@pytest.fixture(scope="module")
def director(shared_club_server: ClubServer) -> Director:
    return Director(shared_club_server)


@pytest.fixture(scope="module")
def address(shared_club_server: ClubServer, director: Director) -> str:
    """A finished event: no page of it is larger."""
    slug = director.set_up("The large one", NAMES)
    director.play_out(slug)
    wait_until(lambda: len(director.settled(slug)) == len(NAMES))
    return f"{shared_club_server.base_url}/events/{slug}/"


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        yield context


def test_it_is_light_with_everything_it_loads(visitor: BrowserContext, address: str) -> None:
    page = visitor.new_page()
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.goto(address, wait_until="networkidle")
    sizes = {
        request.url: request.sizes()["responseBodySize"] + request.sizes()["responseHeadersSize"]
        for request in loaded
    }
    assert page.locator(".pairing").count() == len(NAMES) - 1
    assert sum(sizes.values()) < COMPRESSED, sizes


@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_nothing_moves_while_it_loads(visitor: BrowserContext, address: str, width: int) -> None:
    page = visitor.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address, wait_until="networkidle")
    assert page.evaluate(SHIFT) == 0


def test_a_second_look_finds_nothing_new(visitor: BrowserContext, address: str) -> None:
    page = visitor.new_page()
    page.goto(address)
    etag = page.evaluate("document.querySelector('#live').dataset.etag")
    with page.expect_request("**/live/bracket/") as asked:
        pass
    # The question waits until there is something new.
    assert asked.value.headers["if-none-match"] == etag
    assert asked.value.headers["prefer"] == "wait=20"
    again = visitor.request.get(f"{address}live/bracket/", headers={"If-None-Match": etag})
    assert (again.status, again.body()) == (304, b"")


def test_somebody_is_found_and_stays_marked_with_the_scroll_kept(
    visitor: BrowserContext, address: str
) -> None:
    page: Page = visitor.new_page()
    page.goto(address)
    page.get_by_label("Find a player").fill("reto bernasconi")
    page.locator(".side.found", has_text="Reto Bernasconi").first.wait_for()
    scrolled = page.evaluate("scrollY")
    assert scrolled > 0
    page.get_by_role("button", name="Follow").click()
    page.reload()
    page.locator(".side.followed", has_text="Reto Bernasconi").first.wait_for()
