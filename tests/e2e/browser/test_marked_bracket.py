"""What a bracket marks: who did not come, what was not played to the end, who is called, who has a bye."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e

NAMES = [
    *("Ada Eins", "Bea Zwei", "Cleo Drei", "Dora Vier", "Emil Fünf", "Fritz Sechs", "Gerda Sieben"),
    *("Hans Acht", "Ida Neun", "Jan Zehn", "Kurt Elf", "Lea Zwölf", "Mona Dreizehn"),
]
"""13 of 16: three have a bye."""


@pytest.fixture(scope="module")
def address(shared_club_server: ClubServer) -> str:
    """A walkover, a match that the clock ended at 4–0, one that is called, and one that is disputed over."""
    desk = Director(shared_club_server)
    slug = desk.set_up("Marked", NAMES)
    absent, timed, called, *_ = desk.ready(slug)
    desk.post(f"matches/{absent['id']}/result/", {"winner": "b", "ended_by": "walkover"})
    for number in (1, 2):
        game = {"number": number, "winner": "a", "kind": "gammon", "cube": 1, "ended_by": "play"}
        desk.post(f"matches/{timed['id']}/games/", game)
    desk.post(f"matches/{timed['id']}/result/", {"winner": "a", "ended_by": "time"})
    desk.post(f"matches/{called['id']}/call/", {"table": 3})
    published = f"tournaments/{slug}/stages/1/bracket/"
    wait_until(lambda: {"walkover", "finished", "called"} <= _statuses(desk.get(published)))
    return f"{shared_club_server.base_url}/events/{slug}/"


def _statuses(
    bracket: dict[str, list[dict[str, list[dict[str, list[dict[str, str]]]]]]],
) -> set[str]:
    (main,) = bracket["brackets"]
    return {pairing["status"] for round_ in main["rounds"] for pairing in round_["pairings"]}


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        yield context.new_page()


@pytest.mark.parametrize("width", [360, 1280])
def test_who_did_not_come_and_what_was_cut_short_is_marked(
    phone: Page, address: str, width: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 800})
    phone.goto(address)
    first = phone.locator("#main-1")
    expect(first.locator(".is-walkover .note")).to_have_text("walkover")
    expect(first.locator(".is-walkover .side.won")).to_have_count(1)
    expect(first.locator(".is-finished .side.won .score")).to_have_text("4")
    expect(first.locator(".is-finished .note")).to_have_text("not played to the end")
    expect(first.locator(".is-called .note")).to_contain_text("called")
    expect(first.locator(".is-called .note")).to_contain_text("table 3")


def test_byes_are_folded_into_one_line_on_a_phone(phone: Page, address: str) -> None:
    phone.goto(address)
    first = phone.locator("#main-1")
    expect(first.locator(".byes")).to_be_visible()
    assert first.locator(".byes").inner_text().count(",") == 2
    expect(first.locator(".pairing:visible")).to_have_count(5)
    phone.set_viewport_size({"width": 1280, "height": 800})
    # A tree has a place for each, so that its lines lead somewhere.
    expect(first.locator(".byes")).to_be_hidden()
    expect(first.locator(".pairing:visible")).to_have_count(8)


def test_matches_are_numbered_and_empty_seats_say_who_may_come(phone: Page, address: str) -> None:
    phone.goto(address)
    expect(phone.locator("#main-1 .pairing .number")).to_have_text(["1", "2", "3", "4", "5"])
    second = phone.locator("#main-2")
    expect(second.locator(".nobody", has_text=" or ").first).to_be_visible()
    # One finished and one given away of five, one at a table.
    expect(phone.locator("#main-1 .beads .l")).to_have_count(1)
    expect(phone.locator("#main-1 .beads .d")).to_have_count(2)
