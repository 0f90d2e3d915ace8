"""Automatic doubles, Jacoby and beavers on two phones: the pad scores as rules_core does."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from rules_core.kinds import Kind
from rules_core.live_cube import live_faces
from rules_core.match import GameEnd, GameResult, GameTerms, MatchRules, MatchState, Score, record
from rules_core.sides import Side
from tests.e2e.browser.people import Laptop, Password, Phone
from tests.e2e.browser.test_night import PHONE, codes, seats, tab
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

RULES = MatchRules(length=11, jacoby=True, beavers=1, automatic_doubles=2, record_first_roll=True)

GAMES = (
    # An undoubled gammon on an automatic 2 counts once.
    GameResult(Side.A, Kind.GAMMON, cube=2, automatic_doubles=1),
    # Turned by a player it counts twice.
    GameResult(Side.B, Kind.GAMMON, cube=2),
    # A double to 2 and a beaver to 4; the doubler drops the beaver and pays what it showed before.
    GameResult(Side.A, cube=2, ended_by=GameEnd.DROP, started_by=Side.B),
    # Two automatic doubles, then a double: a single game for 8.
    GameResult(Side.B, cube=8, automatic_doubles=2),
)


def options_set_up(laptop: Laptop) -> None:
    """An event for two by these rules, drawn and published, with its match at a table."""
    laptop.click("Backgammon Club Limmat", role="link")
    laptop.click("New event", role="link")
    page = laptop.page
    laptop.fill_in(name="With all options", starts_at="2026-11-18T19:30", length="11", tables="2")
    laptop.choose("result_policy", "confirm")
    page.get_by_text("Cube rules, entry fee").click()
    page.get_by_label("Jacoby rule").check()
    page.get_by_label("Record who rolls first").check()
    page.locator("[name=beavers]").select_option("1")
    page.locator("[name=automatic_doubles]").fill("2")
    laptop.click("Open for entries")
    laptop.enter(["rossi", "keller"])
    laptop.click("Go to the draw", role="link")
    laptop.click("Make the draw")
    laptop.click("Publish")
    laptop.click("Console", role="link")
    laptop.call_next()


def entered(phone: Phone, game: GameResult, names: dict[Side, str]) -> str:
    """A game as players tap it in; what the pad foretold of it."""
    page = phone.page
    if game.started_by:
        page.locator("#game .choice.two label", has_text=names[game.started_by]).click()
    if game.automatic_doubles:
        times = page.locator(f"[name=automatic_doubles][value='{game.automatic_doubles}']")
        times.locator("..").click()
    how = "drop" if game.ended_by is GameEnd.DROP else game.kind.value
    untouched = 1 << game.automatic_doubles
    return phone.game(names[game.winner], how, game.cube if game.cube > untouched else 1)


def test_two_phones_score_as_the_rules_do(
    browser: Browser, club_server: ClubServer, password: Password
) -> None:
    with (
        tab(browser) as desk,
        tab(browser, viewport=PHONE) as one,
        tab(browser, viewport=PHONE) as other,
    ):
        laptop = Laptop(desk, club_server.base_url)
        laptop.sign_in(password)
        options_set_up(laptop)
        ((first, second),) = seats(laptop)
        cards = codes(laptop)
        phones = Phone(one, cards[first]), Phone(other, cards[second])
        names = {Side.A: first, Side.B: second}
        state = MatchState.new(RULES)
        for number, game in enumerate(GAMES):
            state = record(state, game)
            a, b = state.score
            foretold = entered(phones[number % 2], game, names)
            assert foretold.startswith(f"→ {a} : {b}"), (number, foretold)
            if not state.finished:
                for phone in phones:
                    phone.shows(f"{a} : {b}")
        assert state.winner is Side.B
        phones[0].agree()
        phones[0].page.get_by_text(f"{second} wins.").wait_for()
        assert kept_games(club_server, first, second) == list(GAMES)
        check_live_faces(phones[0].page)


def kept_games(server: ClubServer, first: str, second: str) -> list[GameResult]:
    """The record of the latest match of two players."""
    (entries,) = server.query(
        "SELECT m.entries FROM matches_match m JOIN players_player a ON a.id = m.a_id "
        "JOIN players_player b ON b.id = m.b_id "
        f"WHERE a.name = '{first}' AND b.name = '{second}' ORDER BY m.id DESC LIMIT 1"
    )[0]
    return [GameResult.from_json(entry) for entry in json.loads(entries)]


def check_live_faces(pad: Page) -> None:
    """What pad.js offers is what rules_core says, at every score of a match to 7."""
    for a, b, animals, automatic in product(range(7), range(7), (0, 1, 3), (0, 1)):
        rules = replace(RULES, length=7, beavers=animals)
        terms = GameTerms(rules, needed=Score(7 - a, 7 - b))
        faces = live_faces(terms, automatic)
        now = {"a": a, "b": b, "length": 7, "beavers": animals, "maxCube": 64, "crawford": False}
        told = pad.evaluate(
            "([now, automatic]) => { const faces = liveFaces(now, automatic); return ["
            "[...faces.played], [...faces.dropped.a], [...faces.dropped.b]].map("
            "(values) => values.sort((x, y) => x - y)); }",
            [now, automatic],
        )
        wanted = [sorted(faces.played), sorted(faces.dropped_a), sorted(faces.dropped_b)]
        assert told == wanted, (a, b, animals, automatic)
