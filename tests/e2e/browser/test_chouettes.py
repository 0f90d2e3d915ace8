"""A chouette of five on three phones: as rules_core keeps it, with the network cut on the way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from chouettes.views.phone_game import game_on_phone
from rules_core.chouette import ChouetteRules, Cubes, LoneTaker
from rules_core.chouette.night import Night, after, begun, sat_down
from rules_core.errors import RulesError
from rules_core.money import money_rules
from rules_core.settlement import transfers
from tests.e2e.browser.people import Laptop, Password
from tests.e2e.browser.test_night import PHONE, tab
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

ROSSI, KELLER, DUBOIS, HUBER, NEU = (
    "Luca Rossi",
    "Beat Keller",
    "Claire Dubois",
    "Urs Huber",
    "Nora Neu",
)
CONTI = "Giulia Conti"
FIVE = (ROSSI, KELLER, DUBOIS, HUBER, NEU)
"""In the order of their dice; the last one is new to the club."""
RULES = ChouetteRules(game=money_rules(beavers=1, automatic_doubles=1))
ACCOUNTS = """() => Object.fromEntries([...document.querySelectorAll(".accounts tbody tr")].map(
  (row) => [row.querySelector("bdi").textContent, Number(row.querySelector("[data-points]").dataset.points)]))"""


@dataclass(frozen=True)
class Kept:
    """The night by the rules alone, and how many lines led to it."""

    night: Night
    lines: int = 1

    def after(self, *lines: tuple[str, dict[str, Any]]) -> Kept:
        night = self.night
        for kind, facts in lines:
            night = after(night, kind, facts)
        return Kept(night, self.lines + len(lines))


class Table:
    """A phone at the table, which has scanned its code."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        page.goto(link)

    def start(self, game: int) -> None:
        self.page.get_by_role("button", name=f"Start game {game}").click()

    def equal_dice(self) -> None:
        self.page.get_by_role("button", name="Equal opening dice").click()

    def double(self, by: str, *members: str) -> None:
        """The box doubles these members, or these members double the box."""
        form = self.page.locator(f"#double-{by}")
        form.locator("summary").click()
        for line in form.locator("label.tick").all():
            line.get_by_role("checkbox").set_checked(line.inner_text().strip() in members)
        form.get_by_role("button", name="Double").click()

    def answer(self, **answers: str) -> None:
        """Answer every turned cube; by surname of whoever is asked."""
        asked = self.page.locator("fieldset.answer:visible")
        expect(asked).to_have_count(len(answers))
        for surname, how in answers.items():
            line = asked.filter(has=self.page.locator("[data-word=asked]", has_text=surname))
            line.locator("label", has_text=how).click()
        self.page.get_by_role("button", name="Save the answers", exact=True).click()

    def extra(self, dropper: str, taker: str) -> None:
        form = self.page.locator("form.extra:visible")
        words = re.compile(rf"{dropper}\s*→\s*{taker}")
        form.filter(has_text=words).get_by_role("button").click()

    def result(self, winner: str, kind: str = "single") -> None:
        form = self.page.locator("#result")
        form.locator("label", has_text=re.compile(rf"^\s*The {winner}")).click()
        form.locator("label", has_text=re.compile(rf"^\s*{kind}\s*$")).click()
        form.get_by_role("button", name="Save the result").click()

    def join(self, name: str) -> None:
        self.page.locator("#join > summary").click()
        self.page.locator("#join-name").fill(name)
        self.page.get_by_role("button", name="Sit in").click()

    def leave(self, name: str) -> None:
        self.page.locator("#leave > summary").click()
        self.page.get_by_role("button", name=f"{name} leaves").click()

    def undo(self) -> None:
        self.page.locator(".undo button").click()

    @property
    def cubes(self) -> Locator:
        """The cubes of the game, as the phone shows them."""
        return self.page.locator(".cube-list:visible .cube")

    def shows(self, kept: Kept) -> None:
        """Wait until accounts, places and step are those of the rules."""
        night = kept.night
        expect(self.page.locator("#panel-table")).to_have_attribute("data-version", f"{kept.lines}")
        assert sum(night.chouette.ledger.balances.values()) == 0
        points = {name: night.chouette.ledger.of(name) for name in accounts_of(self.page)}
        self.page.wait_for_function(f"points => {same(ACCOUNTS)}", arg=points)
        expect(self.page.locator(".places .name")).to_have_text([night.chouette.box, night.captain])
        start = self.page.get_by_role("button", name=f"Start game {night.game_number}")
        expect(start).to_be_visible(visible=night.game is None)
        if night.game and not night.game.unanswered:
            expect(self.cubes).to_have_text([str(one.cube.value) for one in night.game.stakes])


def same(read: str) -> str:
    """Whether what ``read`` finds on the page is what is asked for, in whichever order."""
    plain = "(found) => JSON.stringify(Object.entries(found).sort())"
    return f"({plain})(({read})()) === ({plain})(points)"


def accounts_of(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate(ACCOUNTS)
    return found


def begun_from_the_club(laptop: Laptop) -> tuple[str, str]:
    """The night's page, and where the code for the phones leads; with mistypings on the way."""
    laptop.click("Backgammon Club Limmat", role="link")
    laptop.click("Casual play", role="link")
    laptop.click("Chouette nights", role="link")
    laptop.click("New chouette night", role="link")
    laptop.fill_in(player_1="Luca Rosi", player_2="keller", player_3="dubois", player_4="huber")
    laptop.fill_in(player_5=NEU, automatic_doubles="1")
    laptop.choose("beavers", "1")
    laptop.click("Begin the night")
    # One letter is missing: the page asks, and forgets nothing of the rest.
    laptop.page.get_by_label(ROSSI).check()
    laptop.click("Begin the night")
    link = laptop.page.get_by_role("link", name="Record here").get_attribute("href")
    return laptop.page.url, str(link)


STARTED: tuple[str, dict[str, Any]] = ("started", {})


def doubled(by: str, *pairs: tuple[str, str]) -> tuple[str, dict[str, Any]]:
    return "doubled", {"by": by, "cubes": pairs}


def answered(answers: dict[tuple[str, str], str]) -> tuple[str, dict[str, Any]]:
    return "answered", {"answers": [(*pair, how) for pair, how in answers.items()]}


def won(by: str, kind: str = "single") -> tuple[str, dict[str, Any]]:
    return "finished", {"winner": by, "kind": kind}


def test_a_night_on_three_phones_with_the_network_cut_once(
    browser: Browser, club_server: ClubServer, password: Password
) -> None:
    with (
        tab(browser) as desk,
        tab(browser, viewport=PHONE, has_touch=True) as first,
        tab(browser, viewport=PHONE) as second,
        tab(browser, viewport=PHONE) as third,
    ):
        laptop = Laptop(desk, club_server.base_url)
        laptop.sign_in(password)
        night_page, link = begun_from_the_club(laptop)
        one, two, three = tables = [Table(page, link) for page in (first, second, third)]
        night = Kept(begun(sat_down(RULES, FIVE)))
        all_show(tables, night)

        night = a_game_cut_off(one, two, three, night)
        all_show(tables, night)
        night = people_come_and_go(one, two, three, night)
        all_show(tables, night)
        night = a_stale_tap_and_a_lost_answer(one, two, three, night)
        all_show(tables, night)
        night = too_much_is_undone(one, two, night)
        all_show(tables, night)
        closed(laptop, three, night_page, night)
        assert ledger(club_server) == LEDGER
        assert "1 chouette nights" in club_server.manage("verify")


LEDGER = [
    *("sat_down", "started", "doubled", "answered", "extra", "answered"),
    *("doubled", "answered", "finished"),
    *("joined", "left"),
    *("started", "equal_dice", "doubled", "answered", "finished"),
    *("started", "taken_back", "closed"),
]
"""Each once, however often a phone had to send it."""


def all_show(tables: list[Table], night: Kept) -> None:
    for table in tables:
        table.shows(night)


def a_game_cut_off(one: Table, two: Table, three: Table, night: Kept) -> Kept:
    """A drop, an extra and a beaver; then one phone goes on without a network to the game's end."""
    # Twice, as an impatient thumb does: the second tap hits nothing.
    one.page.get_by_role("button", name="Start game 1").dblclick()
    night = night.after(STARTED)
    all_show([one, two, three], night)
    members = FIVE[1:]
    two.double("box", *members)
    night = night.after(doubled("box", *((ROSSI, member) for member in members)))
    all_show([one, two, three], night)
    three.answer(Keller="drop", Dubois="take", Huber="take", Neu="beaver")
    answers = ("drop", "take", "take", "beaver")
    pairs = [(ROSSI, member) for member in members]
    night = night.after(answered(dict(zip(pairs, answers, strict=True))))
    all_show([one, two, three], night)
    one.extra(KELLER, DUBOIS)
    night = night.after(("extra", {"dropper": KELLER, "taker": DUBOIS}))
    all_show([one, two, three], night)
    two.answer(Rossi="take")
    night = night.after(answered({(ROSSI, NEU): "take"}))
    all_show([one, two, three], night)
    two.page.context.set_offline(True)
    two.double("team", DUBOIS, f"Extra: {KELLER} against {DUBOIS}")
    expect(two.page.locator("#offline")).to_contain_text("No network")
    two.answer(Rossi="take", Keller="drop")
    # Keller's extra is decided, so it stands where it stood.
    expect(two.cubes).to_have_text(["1", "4", "2", "4", "2"])
    # Tapped by mistake, and taken back before it was ever sent.
    two.result("box", "backgammon")
    two.undo()
    two.result("team", "gammon")
    expect(two.page.get_by_text("The table goes on once the network is back")).to_be_visible()
    expect(two.page.locator("#offline")).to_contain_text("Your entries are saved on this phone")
    # The others know nothing of it yet.
    one.shows(night)
    two.page.context.set_offline(False)
    return night.after(
        doubled("team", (ROSSI, DUBOIS), (KELLER, DUBOIS)),
        answered({(ROSSI, DUBOIS): "take", (KELLER, DUBOIS): "drop"}),
        won("team", "gammon"),
    )


def people_come_and_go(one: Table, two: Table, three: Table, night: Kept) -> Kept:
    """A newcomer goes last in line; whoever leaves keeps the points until the night is settled."""
    three.join("conti")
    night = night.after(("joined", {"player": CONTI}))
    for table in (one, two, three):
        expect(table.page.locator(".in-line")).to_contain_text(CONTI)
    one.leave(HUBER)
    for table in (one, two, three):
        expect(table.page.locator(".in-line")).not_to_contain_text(HUBER)
    return night.after(("left", {"player": HUBER}))


def a_stale_tap_and_a_lost_answer(one: Table, two: Table, three: Table, night: Kept) -> Kept:
    """What was tapped on an old state is refused; what arrives without its answer counts once."""
    box, members = night.night.chouette.box, night.night.chouette.line
    one.start(2)
    night = night.after(STARTED)
    all_show([one, two, three], night)
    # The third phone hears nothing new, and taps what it still sees.
    part = re.compile(r"/part/$")
    three.page.route(part, lambda route: route.abort())
    one.equal_dice()
    night = night.after(("equal_dice", {}))
    all_show([one, two], night)
    three.equal_dice()
    told = three.page.locator("#told")
    expect(told).to_contain_text("Your entry was not saved.")
    expect(told).to_contain_text("in the meantime")
    three.page.unroute(part)
    all_show([one, two, three], night)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    two.page.route("**/api/v1/chouettes/*/double/", lose_the_answer, times=1)
    two.double("box", *members)
    # It is on the server; the phone sends it again, and it counts once.
    night = night.after(doubled("box", *((box, member) for member in members)))
    all_show([one, two, three], night)
    answers = {member: "drop" if member == members[0] else "take" for member in members}
    three.answer(**{member.split()[-1]: how for member, how in answers.items()})
    night = night.after(answered({(box, member): how for member, how in answers.items()}))
    all_show([one, two, three], night)
    two.result("box")
    return night.after(won("box"))


def too_much_is_undone(one: Table, two: Table, night: Kept) -> Kept:
    """A game started too early is taken back on another phone, after a reload in the middle."""
    one.start(3)
    expect(two.page.locator("#result")).to_be_visible()
    two.page.reload()
    two.undo()
    return Kept(night.night, night.lines + 2)


def closed(laptop: Laptop, table: Table, night_page: str, night: Kept) -> None:
    """Who owes whom is written where everybody looks; then the night is over."""
    owed = {
        f"{one.payer} owes {one.payee} {one.points} point{'' if one.points == 1 else 's'}."
        for one in transfers(dict(night.night.chouette.ledger.balances))
    }
    page = table.page
    page.locator("#close > summary").click()
    page.get_by_role("button", name="End the night").click()
    expect(page.get_by_text("The night is closed: the points stand.")).to_be_visible()
    desk = laptop.page
    desk.goto(night_page)
    for shown in (page, desk):
        found = shown.locator("h3:has-text('Who owes whom') + ul li").all_inner_texts()
        assert set(found) == owed
    desk.goto(desk.url.split("/chouettes/")[0] + "/clubs/limmat/chouettes/season/")
    rows = desk.locator("tbody tr").all()
    sums = {row.locator("bdi").inner_text(): row.locator("td").last.inner_text() for row in rows}
    signed = {name: int(text.replace("−", "-")) for name, text in sums.items()}
    assert signed == {name: night.night.chouette.ledger.of(name) for name in (*FIVE, CONTI)}


def ledger(server: ClubServer) -> list[str]:
    rows = server.query("SELECT kind FROM chouettes_chouetteentry ORDER BY number")
    return [kind for (kind,) in rows]


# ---- The phone alone, without a network ----


def test_one_cube_is_answered_for_all_without_a_network(
    browser: Browser, shared_club_server: ClubServer
) -> None:
    desk = Director(shared_club_server)
    four = [{"player": one["id"]} for one in desk.get("players/?club=limmat")["results"][:4]]
    settings = {"cubes": "one", "beavers": 1}
    made = desk.post("chouettes/", {"club": "limmat", "players": four, "settings": settings})
    secret = desk.post(f"chouettes/{made['id']}/table-link/")["secret"]
    with tab(browser, viewport=PHONE) as page:
        table = Table(page, f"{shared_club_server.base_url}/c/{secret}/")
        page.context.set_offline(True)
        table.start(1)
        page.locator("#double-team summary").click()
        page.locator("#double-team").get_by_role("button", name="Double").click()
        box = made["box"]["name"]
        table.answer(**{box: "beaver"})
        table.answer(**{one["name"]: "take" for one in made["queue"]})
        expect(table.cubes).to_have_text(["4", "4", "4"])
        # What goes wrong is taken back line by line, before anything was sent.
        table.undo()
        expect(page.locator("fieldset.answer:visible")).to_have_count(3)
        table.answer(**{one["name"]: "drop" for one in made["queue"]})
        page.get_by_text("The table goes on once the network is back").wait_for()
        page.context.set_offline(False)
        expect(page.locator("#panel-table")).to_have_attribute("data-version", "5")
        # Doubled to 2, beavered to 4; the team drops the beaver and pays 2 each.
        assert sorted(accounts_of(page).values()) == [-2, -2, -2, 6]
        expect(page.locator("#told")).to_be_hidden()


VARIANTS = [
    ChouetteRules(game=money_rules(beavers=animals, automatic_doubles=2, max_cube=32), cubes=cubes)
    for animals in (0, 1, 3)
    for cubes in Cubes
] + [ChouetteRules(lone_taker=LoneTaker.MUST_DROP), ChouetteRules(box_partner=True)]
GO_ON = """([from, entries]) => entries.reduce((states, [entry, body]) => {
  states.push(after(states.at(-1), { entry, body }));
  return states;
}, [from]).slice(1)"""


def test_the_phone_goes_on_as_the_rules_do(page: Page, shared_club_server: ClubServer) -> None:
    """Whatever is tapped without a network leads to the same cubes as in rules_core."""
    page.goto(shared_club_server.base_url)
    page.add_script_tag(url="/static/js/chouette-game.js")
    chance = random.Random(17)
    for rules in VARIANTS * 12:
        seated = tuple(map(str, range(1, chance.choice((5, 9)))))
        night = begun(sat_down(rules, seated))
        numbers = {key: int(key) for key in seated}
        entries, states = zip(*a_random_game(chance, night, numbers), strict=True)
        game = after(night, "started", {}).game
        assert game is not None
        first = {"step": "between", "game": game_on_phone(game, numbers)}
        told = page.evaluate(GO_ON, [first, list(entries)])
        for number, (found, wanted) in enumerate(zip(told, states, strict=True)):
            if wanted is None:
                assert found["step"] == "saved", (number, entries)
            else:
                assert found["game"] == wanted, (number, entries[: number + 1])


def a_random_game(
    chance: random.Random, night: Night, numbers: dict[str, int]
) -> Iterator[tuple[tuple[str, dict[str, Any]], dict[str, Any] | None]]:
    """What is tapped, as REST takes it, and what the rules make of it; none once the game is over."""
    partners = night.chouette.partners_asked
    partner = chance.choice(partners) if partners else None
    night = after(night, "started", {"partner": partner})
    yield ("start", {"partner": partner and numbers[partner]}), _shown(night, numbers)
    while night.game is not None:
        line = a_line(chance, night)
        try:
            night = after(night, *line)
        except RulesError:
            continue
        yield as_entry(*line), _shown(night, numbers)


def _shown(night: Night, numbers: dict[str, int]) -> dict[str, Any] | None:
    return game_on_phone(night.game, numbers) if night.game else None


def a_line(chance: random.Random, night: Night) -> tuple[str, dict[str, Any]]:
    """Anything that might be tapped now; the rules refuse what cannot be."""
    game = night.game
    assert game is not None
    offers = game.extras_on_offer
    if offers and chance.random() < 0.5:
        dropper, taker = chance.choice(offers)
        return "extra", {"dropper": dropper, "taker": taker, "accepted": chance.random() < 0.8}
    if game.unanswered:
        alike = chance.choice(("take", "drop", "beaver"))
        own = chance.random() < 0.5
        how = [chance.choice(("take", "drop", "beaver")) if own else alike for _ in game.unanswered]
        pairs = [stake.between for stake in game.unanswered]
        return "answered", {"answers": [[*p, h] for p, h in zip(pairs, how, strict=True)]}
    roll = chance.random()
    if roll < 0.08:
        return "finished", {"winner": chance.choice(("box", "team")), "kind": "single"}
    if roll < 0.25:
        return "equal_dice", {}
    pairs = [stake.between for stake in game.stakes if stake.open]
    some = pairs if chance.random() < 0.5 else chance.sample(pairs, chance.randint(1, len(pairs)))
    return "doubled", {"by": chance.choice(("box", "team")), "cubes": [list(pair) for pair in some]}


def as_entry(kind: str, facts: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A line of the ledger as the phone sends it."""
    cubes = [
        {"with_box": int(one[0]), "with_team": int(one[1])}
        | ({"answer": one[2]} if one[2:] else {})
        for one in facts.get("cubes", facts.get("answers", ()))
    ]
    match kind:
        case "doubled":
            return "double", {"by": facts["by"], "cubes": cubes}
        case "answered":
            return "answer", {"cubes": cubes}
        case "equal_dice":
            return "equal-dice", {}
        case "extra":
            accepted = {} if facts["accepted"] else {"accepted": "false"}
            pair = {"dropper": int(facts["dropper"]), "taker": int(facts["taker"])}
            return "extra", pair | accepted
        case _finished:
            return "result", facts
