"""When a stage ends, and the numbers of its night, from what is published."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules_core.draws.settings import Format
from tests.unit.tournaments.published import a_bracket, a_pairing, a_side
from tournaments.draws.pace import EXACT
from tournaments.models import Stage, Tournament
from tournaments.publishing.bracket_types import Bracket, BracketContent, PairingSide
from tournaments.publishing.evening import ends_about, numbers_of_the_night

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
ANNA, BEAT = a_side(1, "Anna Meier"), a_side(2, "Beat Keller")
CLARA, DANI = a_side(3, "Clara Wyss"), a_side(4, "Dani Frei")


def content(*brackets: Bracket, last_stage: int = 1) -> BracketContent:
    stages = [{"number": number, "name": "Main"} for number in range(1, last_stage + 1)]
    return {"format": "single_elimination", "brackets": list(brackets), "stages": stages}  # type: ignore[typeddict-item]


def a_stage(format_code: Format = Format.SINGLE_ELIMINATION, **facts: Any) -> Stage:
    event = Tournament(starts_at=NOW - timedelta(hours=1), tables=4, rules={"length": 7})
    return Stage(number=1, format=format_code, settings={}, tournament=event, **facts)


def winner_of(key: str) -> PairingSide:
    return {**a_side(), "from": f"winner_of:{key}"}


def semi_finals_and_final(**second: Any) -> Bracket:
    first = a_pairing(ANNA, BEAT, "finished", score=[7, 6], winner="a", minutes=40)
    other = {**a_pairing(CLARA, DANI, "playing", **second), "key": "main-1-2"}
    final = {**a_pairing(ANNA, winner_of("main-1-2")), "key": "main-2-1"}
    return a_bracket([first, other], [final])  # type: ignore[list-item]


def untimed(sheet: Bracket) -> Bracket:
    """Nobody knows how long the matches took that are over."""
    for pairing in sheet["rounds"][0]["pairings"]:
        pairing["minutes"] = None
    return sheet


def test_between_which_times_it_ends_and_a_quick_match_makes_it_earlier() -> None:
    sheet = semi_finals_and_final()
    quick = ends_about(content(sheet), a_stage(), 4, NOW)
    slow = ends_about(content(untimed(sheet)), a_stage(), 4, NOW)
    assert quick
    assert slow
    assert slow.earliest < slow.about < slow.latest
    assert quick.latest < slow.latest


def about(sheet: BracketContent, stage: Stage) -> datetime | None:
    """As if every match took the same time a point."""
    found = ends_about(sheet, stage, 4, NOW, lambda: EXACT)
    return found.about if found else None


def test_the_final_waits_for_the_match_under_way() -> None:
    since = (NOW - timedelta(minutes=19)).isoformat()
    # 7 points take 49 minutes: 30 are left, 5 until all have sat down again, and 49 for the final.
    found = about(content(untimed(semi_finals_and_final(since=since))), a_stage())
    assert found == NOW + timedelta(minutes=85)


def test_a_match_that_nobody_started_takes_its_whole_time() -> None:
    found = about(content(untimed(semi_finals_and_final())), a_stage())
    assert found == NOW + timedelta(minutes=105)


@pytest.mark.parametrize(
    ("stage", "last_stage", "now"),
    [
        (a_stage(finished_at=NOW), 1, NOW),
        (a_stage(), 2, NOW),
        (a_stage(), 1, NOW + timedelta(days=9)),
        (a_stage(Format.SWISS_LIVES), 1, NOW),
    ],
    ids=["over", "another stage follows", "a league", "with lives"],
)
def test_nothing_is_foretold(stage: Stage, last_stage: int, now: datetime) -> None:
    sheet = content(semi_finals_and_final(), last_stage=last_stage)
    assert ends_about(sheet, stage, 4, now) is None


def test_a_swiss_has_rounds_to_come() -> None:
    paired = a_bracket([a_pairing(ANNA, BEAT, "finished", score=[7, 1])])
    found = about(content(paired), a_stage(Format.SWISS))
    # Four players play two rounds: one is left, of two matches at once.
    assert found == NOW + timedelta(minutes=50)


def test_the_numbers_of_a_night() -> None:
    rows = [
        a_pairing(ANNA, BEAT, "finished", score=[7, 6], minutes=70),
        a_pairing(CLARA, DANI, "finished", score=[0, 7], minutes=2000),
        a_pairing(ANNA, DANI, "walkover"),
        a_pairing(BEAT, a_side(), "bye"),
    ]
    shown = [
        (one.label, one.value, one.note) for one in numbers_of_the_night(content(a_bracket(rows)))
    ]
    assert shown == [
        ("Matches", "2", "and 1 walkover"),
        ("Points", "20", "10 in a match"),
        ("Decided by the last point", "1", "of 2 matches"),
        ("Won to nil", "1", ""),
        ("Longest match", "70 min", "Meier – Keller"),
    ]


def test_what_nobody_played_has_no_numbers() -> None:
    assert numbers_of_the_night(content(a_bracket([a_pairing(ANNA, BEAT, "walkover")]))) == []
