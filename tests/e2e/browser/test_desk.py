"""The entry desk with the keyboard alone, over a slow network, and for many at once.

``pytest -s tests/e2e/browser/test_desk.py`` prints the lines that docs/usability.md has.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from deploy.processes import PROJECT
from tests.e2e.browser.people import Laptop, Password
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

NAMES = [
    "Ada Quist", "Bruno Falk", "Cleo Vantongeren", "Dimitri Osei", "Elif Yıldız", "Fabio Grünwald",
    "Greta Sjöberg", "Hugo Ibáñez", "Ines Toth", "Jakub Wójcik", "Kim Nakamura", "Lars Pedersen",
    "Mira Bogdanova", "Nils Achterberg", "Olga Petrescu", "Pavel Šťastný", "Quentin Larue",
    "Rosa Eklund", "Søren Dahl", "Tessa O’Grady", "Umberto Zanetti", "Vera Kuznetsova",
    "Willem Jonkers", "Xenia Papadakis", "Yusuf Demir", "Zoltán Kiss", "Åsa Moberg", "Çağla Aydın",
    "Émile Rousselot", "Łucja Mazur",
]  # fmt: skip
"""Thirty people whom nobody has met yet."""
KEYS_A_SECOND = 12


def an_event(laptop: Laptop, name: str) -> None:
    laptop.page.goto(f"{laptop.base_url}/clubs/limmat/events/new/")
    laptop.fill_in(name=name)
    laptop.click("Open for entries")


def entered(page: Page) -> list[str]:
    return page.locator("#desk-list .deskline > a bdi").all_inner_texts()


def counted(laptop: Laptop, what: str, people: int) -> None:
    """The line of docs/usability.md that says what this took."""
    line = f"| {what} | {people} | {laptop.clicks} | {laptop.keys} |"
    print(line)
    text = (PROJECT / "docs" / "usability.md").read_text()
    assert line in text, f"{line} is not in docs/usability.md"


@pytest.fixture
def laptop(club_server: ClubServer, page: Page, password: Password) -> Laptop:
    laptop = Laptop(page, club_server.base_url)
    laptop.sign_in(password)
    return laptop


def start_counting(laptop: Laptop) -> None:
    laptop.clicks = laptop.keys = 0


def slow_down(page: Page) -> None:
    """Every answer from now on takes 300 ms longer."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def test_names_typed_fast_over_a_slow_network_arrive_whole_and_in_order(laptop: Laptop) -> None:
    page = laptop.page
    an_event(laptop, "Slow line")
    slow_down(page)
    start_counting(laptop)
    for name in NAMES:
        laptop.keys += len(name) + 1
        page.keyboard.type(name, delay=1000 / KEYS_A_SECOND)
        page.keyboard.press("Enter")
        assert page.locator("[name=who]").input_value() == ""
    laptop.all_in()
    assert entered(page) == NAMES
    counted(laptop, "30 new people at the door", len(NAMES))


def test_names_wait_for_the_network_and_survive_the_page(laptop: Laptop) -> None:
    page = laptop.page
    an_event(laptop, "Dead line")
    page.context.set_offline(True)
    for name in NAMES[:4]:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.get_by_text("No connection.").wait_for()
    assert page.locator("#desk-queue li").count() == 4
    page.context.set_offline(False)
    page.reload()
    laptop.all_in()
    assert entered(page) == NAMES[:4]


def test_thirty_regulars_at_the_door_with_the_keyboard_alone(laptop: Laptop) -> None:
    an_event(laptop, "New faces")
    paste(laptop, NAMES)
    laptop.click("Enter them all")
    an_event(laptop, "Old faces")
    start_counting(laptop)
    letters = [" ".join((name.split()[0][:3], name.split()[1][:2])).lower() for name in NAMES]
    laptop.enter(letters)
    assert entered(laptop.page) == NAMES
    counted(laptop, "30 regulars at the door, by the first letters of both names", len(NAMES))


def test_somebody_with_nearly_the_same_name_is_asked_about(laptop: Laptop) -> None:
    page = laptop.page
    an_event(laptop, "Near")
    laptop.enter(["Ada Quist"])
    an_event(laptop, "Nearer")
    page.keyboard.type("Ada Kuist")
    page.keyboard.press("Enter")
    page.locator("#desk-queue").get_by_role("button", name="Ada Quist").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    laptop.all_in()
    assert entered(page) == ["Ada Quist"]


def test_the_last_entry_is_taken_back_with_the_keyboard(laptop: Laptop) -> None:
    page = laptop.page
    an_event(laptop, "Slip of the tongue")
    laptop.enter(NAMES[:3])
    laptop.press("Control+z")
    page.locator("#undo", has_text=NAMES[1]).wait_for()
    assert entered(page) == NAMES[:2]
    laptop.type("Zora")
    laptop.press("Control+z")
    # While something is typed the browser takes back the typing, and nobody is removed.
    assert entered(page) == NAMES[:2]
    page.locator("[name=who]").fill("")
    laptop.press("ArrowDown", "ArrowDown", "h")
    page.locator(".here-switch[aria-pressed=true]").wait_for()
    assert page.locator("#desk-strip").get_by_text("1 not here").is_visible()
    laptop.press("Escape")
    laptop.enter(["Nora Nova"])
    assert entered(page) == [*NAMES[:2], "Nora Nova"]


def test_a_late_answer_for_a_line_does_not_take_the_cursor_out_of_the_field(laptop: Laptop) -> None:
    page = laptop.page
    an_event(laptop, "Late answer")
    laptop.enter(NAMES[:2])
    slow_down(page)
    laptop.press("ArrowDown", "h", "Escape")
    laptop.type("Nora")
    page.locator(".here-switch[aria-pressed=true]").wait_for()
    laptop.enter([" Nova"])
    assert entered(page) == [*NAMES[:2], "Nora Nova"]


def paste(laptop: Laptop, names: list[str]) -> None:
    """One paste into the field."""
    page = laptop.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(names))
    page.locator("[name=who]").focus()
    with page.expect_navigation():
        laptop.press("Control+V")


def test_one_paste_and_three_answers(laptop: Laptop) -> None:
    page = laptop.page
    known, near = NAMES[3:28], ["Ada Kuist", "Bruno Falck", "Cleo Vantongerren"]
    new = [f"{given} {NAMES[number].split()[1]}sen" for number, given in enumerate(
        ["Aino", "Boris", "Carin", "Dagny", "Egon", "Frida", "Gerd", "Heidi", "Ivo", "Jutta", "Kaja",
         "Leif"], start=12
    )]  # fmt: skip
    an_event(laptop, "Known")
    paste(laptop, NAMES)
    laptop.click("Enter them all")
    an_event(laptop, "Pasted")
    start_counting(laptop)
    paste(laptop, [*known, *near, *new])
    assert re.sub(r"\s+", " ", page.locator("main h2").first.inner_text()) == (
        "25 known · 12 new · 3 to answer"
    )
    for _ in near:
        laptop.press("Space", "Tab")
    with page.expect_navigation():
        laptop.press("Enter")
    names = entered(page)
    assert len(names) == len(set(names)) == 40
    assert names[25:28] == NAMES[:3]
    counted(laptop, "40 pasted names", 40)
