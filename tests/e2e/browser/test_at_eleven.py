"""What a director changes at 23:00: clock, tables and rules, each of which says what it touches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.people import Laptop, Password
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def desk(shared_club_server: ClubServer) -> Director:
    return Director(shared_club_server)


@pytest.fixture
def page(browser: Browser, shared_club_server: ClubServer, password: Password) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        Laptop(page, shared_club_server.base_url).sign_in(password)
        yield page


@pytest.fixture
def address(desk: Director, shared_club_server: ClubServer, request: pytest.FixtureRequest) -> str:
    """Eight players: one match over, one under way at table 6, two not started."""
    slug = desk.set_up(f"At eleven {request.node.name}", 8, tables=8)
    over, playing, *_ = desk.ready(slug)
    desk.post(f"matches/{over['id']}/result/", {"score": [5, 2]})
    desk.post(f"matches/{playing['id']}/call/", {"table": 6})
    desk.post(f"matches/{playing['id']}/start/")
    return f"{shared_club_server.base_url}/events/{slug}/"


def matches_of(desk: Director, address: str) -> list[dict[str, Any]]:
    slug = address.rstrip("/").rpartition("/")[2]
    found: list[dict[str, Any]] = desk.get(f"matches/?tournament={slug}&page_size=200")["results"]
    return found


def save(page: Page) -> None:
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/console/")


def test_each_change_says_what_it_touches(page: Page, address: str) -> None:
    page.goto(f"{address}during-play/")
    expect(page.get_by_text("Nothing changes for the 1 match that is over.")).to_be_visible()
    expect(page.locator("#touches-results")).to_contain_text("for 3 matches that are not over")
    expect(page.locator("#touches-clock")).to_contain_text("for 3 matches that are not over")
    expect(page.locator("#touches-tables")).to_contain_text("The highest table in use is 6.")
    expect(page.locator("#touches-rules")).to_contain_text("for 2 matches that have not started")
    expect(page.locator("#touches-rules")).to_contain_text("1 match under way keeps its rules.")
    expect(page.locator("[name=length-1-main-1]")).to_be_disabled()
    expect(page.locator("[name=length-1-main-2]")).to_be_enabled()


def test_a_clock_runs_in_all_that_is_not_over(page: Page, address: str, desk: Director) -> None:
    page.goto(f"{address}during-play/")
    page.get_by_label("Play with a clock").check()
    page.locator("[name=delay_s]").fill("10")
    save(page)
    clocks = {match["status"]: match["rules"]["clock"] for match in matches_of(desk, address)}
    assert clocks["finished"] is None
    assert (clocks["playing"]["delay_s"], clocks["ready"]["delay_s"]) == (10, 10)
    page.goto(f"{address}during-play/")
    expect(page.get_by_label("Play with a clock")).to_be_checked()
    expect(page.locator("[name=delay_s]")).to_have_value("10")


def test_fewer_tables_are_proposed_and_nobody_moves(page: Page, address: str) -> None:
    page.goto(f"{address}during-play/")
    page.locator("[name=tables]").fill("2")
    save(page)
    expect(page.locator(".tables .row")).to_have_count(1)
    expect(page.locator(".tables .row")).to_contain_text("6")
    proposed = page.locator(".calls [name=table]")
    expect(proposed.first).to_have_value("1")


def test_rules_hold_for_what_has_not_started(page: Page, address: str, desk: Director) -> None:
    page.goto(f"{address}during-play/")
    page.get_by_label("Jacoby rule").check()
    page.locator("[name=length-1-main-3]").fill("9")
    save(page)
    jacoby = {match["status"]: match["rules"]["jacoby"] for match in matches_of(desk, address)}
    assert jacoby == {"finished": False, "playing": False, "ready": True}
    page.goto(address)
    expect(page.locator("#main-3 h3")).to_contain_text("to 9")
