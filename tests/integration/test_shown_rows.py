"""The job that publishes reads light rows; they show what whole ones show."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.services.games import record_game
from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.advancement import Outcome, play_through
from rules_core.draws.settings import Format
from rules_core.match import GameResult
from rules_core.sides import Side
from rules_core.standings.elimination import places
from tests.integration.stages import drawn, entrant, leave, play, seeds_of
from tournaments.draws.plans import plan_of
from tournaments.models import Stage
from tournaments.publishing.brackets import bracket_of
from tournaments.publishing.standings import side_bracket_standings, standings_of
from tournaments.selectors import rated_at_draw, stage_pairings
from tournaments.shown_rows import shown_pairings

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FORMATS: list[tuple[Format, dict[str, Any]]] = [
    (Format.SINGLE_ELIMINATION, {"consolation": "progressive", "last_chance": True}),
    (Format.DOUBLE_ELIMINATION, {"grand_final": "reset"}),
    (Format.SWISS, {"rounds": 3}),
    (Format.ROUND_ROBIN, {"pools": 2}),
]


def half_played(format_code: Format, settings: dict[str, Any], entrants: int = 11) -> Stage:
    """Some results, a match that is at match point after some games, and somebody gone."""
    stage = drawn(format_code, entrants, **settings)
    if not stage.has_table:
        play(stage)
    *over, left, at_match_point = stage.pairings.filter(status="ready").order_by("pk")
    for row in over:
        assert row.match is not None
        report_result(match_id=row.match.pk, score=(row.match.length, 2), actor=SYSTEM)
    match = at_match_point.match
    assert match is not None
    for number in range(1, match.length):
        record_game(match_id=match.pk, number=number, game=GameResult(Side.A), actor=SYSTEM)
    leave(entrant(stage, left.key, "a"))
    return Stage.objects.select_related("tournament").get(pk=stage.pk)


def shown(stage: Stage, pairings: list[Any]) -> list[Any]:
    ratings = rated_at_draw(stage.entrants.all())
    return [
        bracket_of(stage, pairings, [], ratings),
        standings_of(stage, pairings),
        side_bracket_standings(stage, pairings),
    ]


@pytest.mark.parametrize(("format_code", "settings"), FORMATS)
def test_they_show_what_whole_rows_show(format_code: Format, settings: dict[str, Any]) -> None:
    stage = half_played(format_code, settings)
    assert shown(stage, shown_pairings(stage)) == shown(stage, list(stage_pairings(stage)))


@pytest.mark.parametrize(("format_code", "settings"), FORMATS)
def test_nothing_is_read_row_by_row(format_code: Format, settings: dict[str, Any]) -> None:
    def queries(entrants: int) -> int:
        stage = half_played(format_code, settings, entrants)
        with CaptureQueriesContext(connection) as asked:
            shown(stage, shown_pairings(stage))
        return len(asked)

    assert queries(8) == queries(16) <= 10


@pytest.mark.parametrize(("format_code", "settings"), FORMATS[:2])
def test_places_by_rows_are_those_by_playing_through(
    format_code: Format, settings: dict[str, Any]
) -> None:
    stage = half_played(format_code, settings, 16)
    rows = list(stage_pairings(stage))
    outcomes = {row.key: Outcome(row.outcome) for row in rows if row.outcome}
    plan, entries = plan_of(stage), seeds_of(stage)
    states = play_through(plan, outcomes)
    played_through = {
        entries[place.entrant - 1]: (place.first, place.last)
        for place in places(plan, outcomes, states=states)
    }
    assert played_through
    assert played_through == {
        row["entry"]: (row["rank"], row["rank_to"])
        for row in standings_of(stage, rows)
        if row["entry"] in played_through
    }
    assert places(plan, outcomes) == places(plan, {}, states=states)
