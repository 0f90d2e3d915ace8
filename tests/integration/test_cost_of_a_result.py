"""A result costs the same however large the event and however many results there are."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match, MatchStatus
from matches.services.results import report_result
from outbox.models import Message
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.stages import play
from tournaments.models import Stage
from tournaments.selectors import ready_matches
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def queries_of_a_result(stage: Stage) -> int:
    key = stage.pairings.filter(match__status=MatchStatus.READY).order_by("pk").values("match")[:1]
    match = Match.objects.get(pk__in=key)
    with CaptureQueriesContext(connection) as captured:
        report_result(match_id=match.pk, score=(match.length, 0), actor=SYSTEM)
    return len(captured)


@pytest.mark.parametrize(
    "plan",
    [
        StagePlan(),
        StagePlan(format=Format.DOUBLE_ELIMINATION),
        StagePlan(settings={"consolation": "progressive"}),
        StagePlan(format=Format.ROUND_ROBIN, settings={"max_rounds": 3}),
        StagePlan(format=Format.SWISS, settings={"rounds": 4}),
    ],
    ids=lambda plan: plan.format,
)
def test_the_first_result_costs_the_same_in_a_large_event(plan: StagePlan) -> None:
    small = queries_of_a_result(a_drawn_stage(a_club(), 8, stages=[plan]))
    large = queries_of_a_result(a_drawn_stage(a_club(), 64, stages=[plan]))
    assert large == small


def test_later_results_cost_no_more_than_the_first() -> None:
    stage = a_drawn_stage(a_club(), 64)
    costs = [queries_of_a_result(stage) for _ in range(32)]
    # The second of two neighbours makes the next match; it is the dearest there is.
    assert max(costs[2:]) <= max(costs[:2])
    assert Message.objects.filter(job="matches.rate_match").count() == 32


@pytest.mark.parametrize("late", [0, 1])
def test_a_result_reads_the_entrants_that_it_touches_and_no_others(late: int) -> None:
    stage = a_drawn_stage(a_club(), 61, stages=[StagePlan(format=Format.DOUBLE_ELIMINATION)])
    newcomers = [Newcomer(name="Late")] * late
    if newcomers:
        enter_players(tournament_id=stage.tournament.pk, newcomers=newcomers, actor=SYSTEM)
    for match in list(ready_matches(stage)):
        with CaptureQueriesContext(connection) as captured:
            report_result(match_id=match.pk, score=(match.length, 0), actor=SYSTEM)
        asked = [query["sql"] for query in captured if "tournaments_stageentrant" in query["sql"]]
        with connection.cursor() as cursor:
            read = [len(cursor.execute(sql).fetchall()) for sql in asked]
        # Of the 61 those in the pairings around; and whoever came late, whose place makes the plan.
        assert 1 <= len(read) <= 1 + late
        assert sum(read) <= 16 + late


def test_a_result_reads_all_that_it_touches_in_one_go() -> None:
    stage = a_drawn_stage(a_club(), 16, stages=[StagePlan(format=Format.DOUBLE_ELIMINATION)])
    play(stage)
    match = Match.objects.filter(status=MatchStatus.READY).order_by("pk")[0]
    with CaptureQueriesContext(connection) as captured:
        report_result(match_id=match.pk, score=(match.length, 0), actor=SYSTEM)
    rows = [
        query["sql"] for query in captured if '"tournaments_pairing" LEFT OUTER' in query["sql"]
    ]
    assert len(rows) == 1
