"""Consolation and last chance have places of their own, after those of the event itself."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.match import MatchEnd
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.nights import live
from tests.integration.stages import seeds_of
from tests.pages import html_of
from tournaments.models import Stage
from tournaments.selectors import pairings_awaiting_opponent
from tournaments.services.attendance import disqualify, withdraw
from tournaments.services.events import StagePlan
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SIMPLE = {"consolation": "simple"}
WITH_ALL = {"consolation": "progressive", "last_chance": True, "third_place": True}


def stage_of(entrants: int, settings: dict[str, Any]) -> Stage:
    plan = StagePlan(format=Format.SINGLE_ELIMINATION, settings=settings)
    return a_drawn_stage(a_club(), entrants, stages=[plan])


def play(stage: Stage, *brackets: str) -> None:
    """All matches of these brackets that can be played; the first side wins."""
    matches = stage.pairings.filter(bracket__in=brackets, status="ready").values_list("match")
    for (match,) in matches:
        report_result(match_id=match, score=(7, 2), actor=SYSTEM)


def standings(stage: Stage) -> dict[str, Any]:
    published: dict[str, Any] = json.loads(refresh_snapshot(stage_id=stage.pk).standings)
    return published


def beside(stage: Stage) -> dict[str, list[dict[str, Any]]]:
    return {bracket["code"]: bracket["rows"] for bracket in standings(stage)["brackets"]}


def places(rows: list[dict[str, Any]]) -> list[tuple[int, int, str]]:
    return [(row["rank"], row["rank_to"], row["status"]) for row in rows]


def test_those_who_left_are_not_still_in() -> None:
    stage = stage_of(8, {"consolation": "progressive"})
    first = stage.pairings.filter(bracket="main", round=1).order_by("number")
    losers = []
    for pairing in (first[0], first[2]):
        assert pairing.match
        report_result(match_id=pairing.match.pk, score=(7, 2), actor=SYSTEM)
        assert pairing.b
        losers.append(pairing.b)
    withdraw(entry_id=losers[0].pk, actor=SYSTEM)
    disqualify(entry_id=losers[1].pk, actor=SYSTEM, reason="Language")
    rows = beside(stage)["consolation"]
    assert {row["status"] for row in rows} == {"withdrawn", "disqualified"}
    main = {row["entry"]: row["status"] for row in standings(stage)["rows"]}
    # Beaten in the main bracket, they have their places there.
    assert [main[entry.pk] for entry in losers] == ["out", "disqualified"]
    waiting = {pairing.bracket for pairing in pairings_awaiting_opponent(stage.tournament)}
    assert waiting == {"main"}
    run_pending()
    page = html_of(Client().get(f"/events/{stage.tournament.slug}/standings/"))
    consolation = page[page.index("Consolation") :]
    assert "still in" not in consolation
    assert "withdrawn" in consolation
    assert "disqualified" in consolation
    entrants = html_of(Client().get(f"/events/{stage.tournament.slug}/entrants/"))
    assert entrants.count("withdrawn") == entrants.count("disqualified") == 1


def test_a_consolation_fills_up_and_ends_with_a_winner_of_its_own() -> None:
    stage = stage_of(8, SIMPLE)
    assert beside(stage) == {"consolation": []}
    play(stage, "main")
    assert places(beside(stage)["consolation"]) == [(1, 4, "playing")] * 4
    play(stage, "consolation")
    play(stage, "consolation")
    rows = beside(stage)["consolation"]

    assert places(rows) == [(1, 1, "winner"), (2, 2, "out"), (3, 4, "out"), (3, 4, "out")]
    assert [(row["wins"], row["losses"], row["points_for"]) for row in rows] == [
        (2, 0, 14),
        (1, 1, 9),
        (0, 1, 2),
        (0, 1, 2),
    ]


def test_the_table_of_the_event_has_everybody_once_as_before() -> None:
    stage = stage_of(8, SIMPLE)
    for _ in range(3):
        play(stage, "main", "consolation")
    rows = standings(stage)["rows"]

    assert sorted(row["entry"] for row in rows) == sorted(seeds_of(stage))
    assert [row["rank"] for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert sum(row["wins"] for row in rows) == 7 + 3


@pytest.mark.parametrize("format_code", ["double_elimination", "swiss", "round_robin"])
def test_other_formats_have_nothing_beside(format_code: str) -> None:
    stage = a_drawn_stage(a_club(), 5, stages=[StagePlan(format=Format(format_code))])

    assert standings(stage)["brackets"] == []


@pytest.mark.parametrize("settings", [SIMPLE, WITH_ALL], ids=["simple", "with all"])
@pytest.mark.parametrize("entrants", [2, 3, 5, 6, 11])
def test_whatever_is_forfeited_every_place_is_taken(
    entrants: int, settings: dict[str, Any]
) -> None:
    luck = Random(entrants)
    stage = stage_of(entrants, settings)
    while matches := live(stage):
        beside(stage)
        if luck.random() < 0.2:
            ended = MatchEnd.DOUBLE_FORFEIT
            report_result(match_id=matches[0].pk, ended_by=ended, actor=SYSTEM)
        else:
            score = luck.choice([(7, 0), (0, 7)])
            report_result(match_id=matches[0].pk, score=score, actor=SYSTEM)
    for code, rows in beside(stage).items():
        seats = stage.pairings.filter(bracket=code).values_list("a", "b")
        assert {row["entry"] for row in rows} == {e for seat in seats for e in seat if e}
        spans = sorted({(row["rank"], row["rank_to"]) for row in rows})
        taken = [place for first, last in spans for place in range(first, last + 1)]
        assert taken == list(range(1, len(rows) + 1))
        assert not [row for row in rows if row["status"] == "playing"]
        assert sum(row["status"] == "winner" for row in rows) <= 1


def test_the_page_the_paper_and_the_answer_show_them() -> None:
    stage = stage_of(8, WITH_ALL)
    for _ in range(4):
        play(stage, "main", "consolation")
    refresh_snapshot(stage_id=stage.pk)
    slug = stage.tournament.slug
    page = html_of(Client().get(f"/events/{slug}/standings/"))
    paper = html_of(Client().get(f"/events/{slug}/paper/standings/"))
    answer = Client().get(f"/api/v1/tournaments/{slug}/stages/1/standings/").json()

    for text in (page, paper):
        assert re.findall("<h2>(.*?)</h2>", text) == ["Consolation", "Last chance"]
        assert text.count("<table") == 3
    ids = re.findall(r'id="(e\d+)"', page)
    assert len(ids) == len(set(ids)) == 8
    assert [bracket["code"] for bracket in answer["brackets"]] == ["consolation", "last_chance"]
    assert len(answer["rows"]) == 8


def test_the_page_takes_no_query_more_for_them() -> None:
    taken = []
    for format_code, settings in (
        (Format.ROUND_ROBIN, {}),
        (Format.SINGLE_ELIMINATION, WITH_ALL),
    ):
        plan = StagePlan(format=format_code, settings=settings)
        stage = a_drawn_stage(a_club(), 8, stages=[plan])
        play(stage, "main")
        refresh_snapshot(stage_id=stage.pk)
        address = f"/events/{stage.tournament.slug}/standings/"
        Client().get(address)
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(address).status_code == 200
        taken.append(len(queries))

    assert taken[0] == taken[1]
