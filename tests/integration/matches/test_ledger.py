"""The row of a match is the projection of its ledger, whatever happens to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.declared_endings import DeclaredEnding
from matches.models import Match, MatchEvent, ResultPolicy
from matches.projection import project
from matches.services import calling, corrections, games, reports, results, voiding
from matches.services.corrections import Correction
from matches.services.verification import ledger_differences
from outbox.services import run_pending
from players.actors import SYSTEM, Actor, TableAccess
from rules_core.errors import RulesError
from rules_core.match import GameResult, MatchEnd, MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage
from tests.integration.matches.playing import Board, a_match
from tests.integration.tampering import unguard_the_ledger
from tests.unit.rules_core.match.strategies import next_games

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

Step = Callable[..., Any]
scores = st.tuples(st.integers(0, 4), st.integers(0, 4))
sides = st.sampled_from(Side)
endings = st.builds(
    DeclaredEnding,
    st.sampled_from([MatchEnd.TIME, MatchEnd.UNFINISHED]),
    st.none() | sides,
    st.none() | scores,
)


def _record(match: Match, actor: Actor, data: st.DataObject) -> None:
    state = match.state
    if not state.finished:
        game = data.draw(next_games(state))
        number = len(state.games) + data.draw(st.sampled_from([1, 1, 1, 1, 2]))
        games.record_game(match_id=match.pk, number=number, game=game, actor=actor)


def _take_back(match: Match, actor: Actor, data: st.DataObject) -> None:
    games.take_back_game(match_id=match.pk, actor=actor)


def _report(match: Match, actor: Actor, data: st.DataObject) -> None:
    results.report_result(match_id=match.pk, actor=actor, score=data.draw(scores))


def _end(match: Match, actor: Actor, data: st.DataObject) -> None:
    results.report_result(
        match_id=match.pk,
        actor=actor,
        ended_by=data.draw(st.sampled_from(MatchEnd)),
        winner=data.draw(st.none() | sides),
        score=data.draw(st.none() | scores),
    )


def _penalise(match: Match, actor: Actor, data: st.DataObject) -> None:
    results.penalise(match_id=match.pk, side=data.draw(sides), points=1, reason="late", actor=actor)


def _call(match: Match, actor: Actor, data: st.DataObject) -> None:
    calling.call_match(match_id=match.pk, actor=actor, table=data.draw(st.integers(1, 2)))


def _start(match: Match, actor: Actor, data: st.DataObject) -> None:
    calling.start_match(match_id=match.pk, actor=actor)


def _set_rules(match: Match, actor: Actor, data: st.DataObject) -> None:
    rules = MatchRules(length=data.draw(st.integers(1, 4)), jacoby=data.draw(st.booleans()))
    calling.set_rules(match_id=match.pk, rules=rules, actor=actor)


def _confirm(match: Match, actor: Actor, data: st.DataObject) -> None:
    reports.confirm_result(match_id=match.pk, actor=actor, side=data.draw(st.none() | sides))


def _dispute(match: Match, actor: Actor, data: st.DataObject) -> None:
    reports.dispute_result(match_id=match.pk, actor=actor, reason="no")


def _silence(match: Match, actor: Actor, data: st.DataObject) -> None:
    with time_machine.travel(timezone.now() + timedelta(minutes=data.draw(st.integers(1, 20)))):
        reports.confirm_due()


def _reopen(match: Match, actor: Actor, data: st.DataObject) -> None:
    corrections.reopen_match(match_id=match.pk, reason="why not", actor=actor)


def _correct(match: Match, actor: Actor, data: st.DataObject) -> None:
    right = data.draw(
        st.builds(Correction, score=scores)
        | st.builds(Correction, length=st.integers(1, 4))
        | st.builds(Correction, games=st.lists(st.builds(GameResult, sides), max_size=4))
        | st.builds(Correction, ending=endings)
    )
    corrections.correct_match(match_id=match.pk, correction=right, reason="wrong", actor=actor)


def _void(match: Match, actor: Actor, data: st.DataObject) -> None:
    if data.draw(st.integers(0, 5)) == 0:
        voiding.void_match(match_id=match.pk, reason="drawn again", actor=SYSTEM)


STEPS: list[Step] = [
    *(_record, _record, _record, _take_back, _report, _end, _penalise, _call, _start),
    *(_set_rules, _confirm, _dispute, _silence, _reopen, _correct, _void),
]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    policy=st.sampled_from(ResultPolicy),
    length=st.integers(1, 4),
    steps=st.lists(st.sampled_from(STEPS), min_size=5, max_size=20),
    data=st.data(),
)
def test_after_any_sequence_the_ledger_and_the_rows_agree(
    policy: ResultPolicy, length: int, steps: list[Step], data: st.DataObject
) -> None:
    match = a_match(policy=policy, length=length, minutes=10)
    speakers = [SYSTEM, *(Actor(table_access=TableAccess(match.pk, side)) for side in Side)]
    for step in steps:
        match.refresh_from_db()
        before = (match.version, match.events.count())
        try:
            step(match, data.draw(st.sampled_from(speakers)), data)
        except RulesError:
            match.refresh_from_db()
            assert (match.version, match.events.count()) == before
    assert list(ledger_differences()) == []


def test_events_with_their_draws_agree_too() -> None:
    a_drawn_stage(Board().match.club, 5)
    out = StringIO()
    run_pending()
    call_command("verify", stdout=out)
    assert (
        out.getvalue()
        == "3 matches, 0 chouette nights, 0 money sessions, 1 stages and all ratings agree.\n"
    )


def test_a_row_changed_by_hand_is_named() -> None:
    board = Board()
    board.post(board.director, "result", {"score": [5, 3]})
    run_pending()
    Match.objects.filter(pk=board.match.pk).update(points_b=4, table=9)
    out = StringIO()
    with pytest.raises(CommandError, match="2 differences"):
        call_command("verify", stdout=out)
    assert out.getvalue().splitlines() == [
        f"match {board.match.pk}: points_b is 4, but follows as 3",
        f"match {board.match.pk}: table is 9, but follows as None",
    ]


def test_a_call_to_table_0_which_an_earlier_version_let_in_is_a_call_to_no_table() -> None:
    match = a_match()
    line = MatchEvent(match=match, number=2, kind="called", facts={"table": 0}, channel="web")
    project(match, line)
    assert (match.status, match.table) == ("called", None)


def test_a_line_that_is_missing_changed_or_impossible_is_named() -> None:
    missing, impossible, gone = Board(), Board(), Board()
    for board in (missing, impossible):
        board.game(board.director, 1)
        board.game(board.director, 2)
    unguard_the_ledger()
    MatchEvent.objects.get(match=missing.match, number=2).delete()
    line = MatchEvent.objects.get(match=impossible.match, number=3)
    line.facts = line.facts | {"cube": 3}
    line.save()
    gone.match.events.all().delete()
    found = {(difference.subject, difference.field) for difference in ledger_differences()}
    assert found == {
        (f"match {missing.match.pk}", "ledger"),
        (f"match {impossible.match.pk}", "line 3"),
        (f"match {gone.match.pk}", "ledger"),
    }
