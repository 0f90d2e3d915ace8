"""A club night as people play it: a laptop at the desk, two phones at a board, a screen on the wall."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

from tests.e2e.browser.people import Laptop, Password, Phone
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

NAMES = ("rossi", "keller", "dubois", "huber", "conti", "Nils Neu", "favre", "Eva Erst")
"""Six are known to the club, two are new."""
FULL_NAMES = [
    "Luca Rossi",
    "Beat Keller",
    "Claire Dubois",
    "Urs Huber",
    "Giulia Conti",
    "Nils Neu",
    "Sophie Favre",
    "Eva Erst",
]
LEDGER = ["created", "called", "entered", "entered", "reported", "confirmed"]
"""Each game once, however often the phone had to send it."""
HAS_FOCUS = "field => field === document.activeElement"
LAST_LINE_FIRST = """() => {
  const news = document.createElement("div");
  news.innerHTML = live.innerHTML;
  news.querySelector(".calls > ul").prepend([...news.querySelectorAll(".calls > ul > .row")].at(-1));
  show(news.innerHTML);
}"""
"""News from the server in which the lines stand in another order."""
PHONE = {"width": 360, "height": 740}


class Screen:
    """A page that hangs on the wall, and nobody touches it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        page.evaluate("window.hasStayed = true")

    def sees_placed(self, number: int) -> None:
        """Wait until so many have their place in the standings; benchmarks/watchers.py times it."""
        self.page.wait_for_function(
            "number => [...document.querySelectorAll('.places .no')]"
            ".filter((place) => place.textContent !== '·').length === number",
            arg=number,
            polling=50,
        )

    @property
    def has_stayed(self) -> bool:
        """Whether it was never loaded again."""
        return bool(self.page.evaluate("window.hasStayed === true"))


@contextmanager
def tab(browser: Browser, **options: object) -> Iterator[Page]:
    """A page on a device of its own."""
    with browser.new_context(**options) as context:  # type: ignore[arg-type]
        yield context.new_page()


@pytest.fixture
def laptop(browser: Browser, club_server: ClubServer, password: Password) -> Iterator[Laptop]:
    with tab(browser) as page:
        laptop = Laptop(page, club_server.base_url)
        laptop.sign_in(password)
        yield laptop


def set_up(laptop: Laptop, name: str, play: str = "single_elimination") -> str:
    """An event to 3 points on four tables, drawn and published; its address."""
    laptop.click("Backgammon Club Limmat", role="link")
    laptop.click("New event", role="link")
    laptop.fill_in(name=name, starts_at="2026-11-18T19:30", length="3", tables="4")
    laptop.choose("format", play)
    laptop.choose("result_policy", "confirm")
    laptop.click("Open for entries")
    laptop.enter(NAMES)
    laptop.click("Go to the draw", role="link")
    laptop.click("Make the draw")
    laptop.click("Publish")
    return laptop.page.url


def codes(laptop: Laptop) -> dict[str, str]:
    """Where the codes on the printed cards lead, by name."""
    laptop.click("Print table cards")
    links = laptop.page.get_by_role("link", name="Score pad for").all()
    addresses = {
        str(link.locator("img").get_attribute("alt")).removeprefix("Score pad for "): str(
            link.get_attribute("href")
        )
        for link in links
    }
    laptop.page.go_back()
    return addresses


def seats(laptop: Laptop) -> list[list[str]]:
    """Who sits at the tables, in their order."""
    rows = laptop.page.locator(".tables .row").all()
    return [str(row.get_attribute("data-names")).split(" – ") for row in rows]


def row_of(laptop: Laptop, pair: list[str]) -> Locator:
    return laptop.page.locator(f'.row[data-names="{" – ".join(pair)}"]')


def test_a_night(browser: Browser, club_server: ClubServer, laptop: Laptop) -> None:
    address = set_up(laptop, "Wednesday with phones")
    with (
        tab(browser, viewport={"width": 1920, "height": 1080}) as wall,
        tab(browser, viewport=PHONE) as one,
        tab(browser, viewport=PHONE) as other,
    ):
        screen = Screen(wall, f"{address}tv/")
        laptop.click("Console", role="link")
        for _ in range(4):
            laptop.call_next()
        first, *others = seats(laptop)
        assert sorted([*first, *chain(*others)]) == sorted(FULL_NAMES)

        cards = codes(laptop)
        play_on_phones(Phone(one, cards[first[0]]), Phone(other, cards[first[1]]), *first)
        screen.sees_placed(1)
        assert ledger(club_server, first) == LEDGER
        for placed, pair in enumerate(others, start=2):
            laptop.result(3, 1, row_of(laptop, pair))
            screen.sees_placed(placed)

        laptop.result(3, 0)
        screen.sees_placed(5)
        correct_with_cascade(laptop, address, first)
        screen.sees_placed(4)
        for placed in (5, 6, 8):
            laptop.result(3, 0)
            screen.sees_placed(placed)
        assert screen.has_stayed


def test_what_is_half_typed_stays_while_others_report(
    browser: Browser, club_server: ClubServer, laptop: Laptop, password: Password
) -> None:
    address = set_up(laptop, "Everybody plays everybody", play="round_robin")
    laptop.click("Console", role="link")
    page = laptop.page
    for _ in range(2):
        laptop.call_next()
    # Four sit, four are free: two matches can be called, the others wait for a player.
    assert page.locator(".calls > ul > .row").count() == 2
    page.get_by_text("24 more once their players are free").click()
    page.locator("#find").fill("e")
    field = page.locator("#later .points").first
    field.press_sequentially("2")
    finished = page.locator(".tables .row").first
    others = page.locator(".tables .row").nth(1).get_attribute("data-names")
    with tab(browser) as second:
        helper = Laptop(second, club_server.base_url)
        helper.sign_in(password)
        second.goto(f"{address}console/")
        helper.result(3, 1, second.locator(".tables .row").first)
    finished.and_(page.locator(f'[data-names="{others}"]')).wait_for()
    page.get_by_text("1 playing").wait_for()
    page.locator("#undo").wait_for()
    assert page.locator("#find").input_value() == "e"
    assert field.input_value() == "2"
    assert field.evaluate(HAS_FOCUS)


def test_the_cursor_stays_in_a_line_that_changes_places(laptop: Laptop) -> None:
    set_up(laptop, "Lines change places")
    laptop.click("Console", role="link")
    lines = laptop.page.locator(".calls > ul > .row")
    names = [line.get_attribute("data-names") for line in lines.all()]
    field = laptop.page.locator(".calls .points").last
    field.press_sequentially("12")
    field.press("ArrowLeft")
    laptop.page.evaluate(LAST_LINE_FIRST)
    assert lines.first.get_attribute("data-names") == names[-1]
    field = lines.first.locator(".points").last
    assert field.evaluate(HAS_FOCUS)
    assert (field.input_value(), field.evaluate("field => field.selectionStart")) == ("12", 1)


def test_the_search_leads_to_a_line_and_escape_takes_nothing_away(laptop: Laptop) -> None:
    set_up(laptop, "Lines are found")
    laptop.click("Console", role="link")
    page = laptop.page
    laptop.press("/")
    laptop.type("nobody at all")
    page.get_by_text("Nobody found.").wait_for()
    laptop.press("Escape", "/")
    laptop.type("favre")
    laptop.press("Enter")
    assert "Sophie Favre" in str(page.evaluate("document.activeElement.dataset.names"))
    table = page.locator("[name=table]").nth(1)
    table.fill("77")
    laptop.press("Escape")
    assert table.input_value() == "2"


def test_a_walkover_takes_two_keys(laptop: Laptop) -> None:
    set_up(laptop, "One did not come")
    laptop.click("Console", role="link")
    page = laptop.page
    laptop.press("j")
    _a, b = str(page.evaluate("document.activeElement.dataset.names")).split(" – ")
    laptop.press("w")
    page.locator(".walkover:visible").wait_for()
    laptop.press("Escape")
    assert page.locator(".walkover:visible").count() == 0
    laptop.press("w")
    with page.expect_navigation():
        laptop.press("2")
    assert page.url.endswith("/console/")
    assert f"{b} wins" in page.locator(".toast").inner_text()
    assert page.locator("#undo").is_visible()
    with page.expect_navigation():
        page.locator(".toast button").click()
    assert "result undone" in page.locator(".toast").inner_text()


def test_a_phone_at_the_desk_stays_at_the_line(
    browser: Browser, club_server: ClubServer, password: Password
) -> None:
    with tab(browser, viewport=PHONE) as page:
        director = Laptop(page, club_server.base_url)
        director.sign_in(password)
        page.goto(f"{set_up(director, 'At the desk')}desk/")
        director.type("Luca Rossi")
        director.press("Enter")
        page.locator(".queue-refused").wait_for()
        page.wait_for_function("document.activeElement.name === 'who'")
        director.type("Nora")
        assert page.locator("[name=who]").input_value() == "Nora"
        page.get_by_role("button", name="here").last.click()
        page.locator(".fact", has_text="7 not here").wait_for()
        page.locator(".leave summary").last.click()
        page.get_by_role("button", name="Withdraw Eva Erst").click()
        page.get_by_role("button", name="reinstate").wait_for()
        assert page.evaluate("scrollY") > 0
        assert page.locator("[name=who]").input_value() == "Nora"


def play_on_phones(one: Phone, other: Phone, a: str, b: str) -> None:
    """Three games to 3 points: the network goes in the second, an answer is lost in the third."""
    assert one.game(a) == "→ 1 : 0"
    other.shows("1 : 0")

    other.page.context.set_offline(True)
    assert other.game(b, cube=2) == "→ 1 : 2"
    other.shows("1 : 2")
    other.page.get_by_text("One entry is saved on this phone").wait_for()
    assert one.score == "1 : 0"
    other.page.context.set_offline(False)
    one.shows("1 : 2")
    one.page.get_by_text("Crawford game · no cube").wait_for()

    with answers_lost(one.page):
        assert one.game(a, "gammon") == f"→ 3 : 2, {a} wins"
        one.page.get_by_text("One entry is saved on this phone").wait_for()
    other.agree()
    one.page.get_by_text(f"{a} wins.").wait_for()


@contextmanager
def answers_lost(page: Page) -> Iterator[None]:
    """The server hears the phone, but the phone does not hear the server."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/games/", lose)
    yield
    # The phone tries again by itself: a try that is on its way is lost as a whole, not given up halfway.
    page.unroute_all(behavior="wait")


def ledger(server: ClubServer, pair: list[str]) -> list[str]:
    """What was said about a match, in order."""
    rows = server.query(
        "SELECT e.kind FROM matches_matchevent e JOIN matches_match m ON m.id = e.match_id "
        "JOIN players_player a ON a.id = m.a_id JOIN players_player b ON b.id = m.b_id "
        f"WHERE a.name = '{pair[0]}' AND b.name = '{pair[1]}' ORDER BY e.match_id DESC, e.number"
    )
    return [kind for (kind,) in rows][: len(LEDGER)]


def correct_with_cascade(laptop: Laptop, address: str, pair: list[str]) -> None:
    """The other one had won, but the semi-final is played already: it is listed, and voided."""
    laptop.page.goto(address)
    laptop.page.locator(".pairing", has_text=pair[1]).locator("a.score").first.click()
    laptop.click("Correct the result", role="link")
    laptop.fill_in(score_a="2", score_b="3", reason="Written down the wrong way round.")
    laptop.click("Correct the result")
    laptop.page.get_by_text("These results would no longer count:").wait_for()
    laptop.page.get_by_label("Void them: they will be played again").check()
    laptop.click("Correct the result")
    laptop.click("Console", role="link")
