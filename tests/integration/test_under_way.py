"""Nobody is called away from a table because a result before theirs was wrong, unless that is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.models import Match, ResultPolicy
from matches.services.calling import call_match, start_match
from matches.services.corrections import Correction, correct_match, reopen_match
from matches.services.match_listeners import LaterResults
from matches.services.results import report_result
from players.actors import SYSTEM, Actor
from tests.integration.factories import a_club, a_drawn_stage, a_user
from tests.integration.stages import come_back, entrant, leave, match_at, play, row_at
from tournaments.models import Stage
from tournaments.services.corrections import DownstreamPlayed

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def stage() -> Stage:
    return a_drawn_stage(a_club(), 4, result_policy=ResultPolicy.CONFIRM)


def begin(match: Match) -> None:
    call_match(match_id=match.pk, table=1, actor=SYSTEM)
    start_match(match_id=match.pk, actor=SYSTEM)


def report(match: Match) -> None:
    match.a.user = a_user()
    match.a.save()
    report_result(match_id=match.pk, score=(7, 2), actor=Actor(user=match.a.user))


def turn(match: Match, later: LaterResults = LaterResults.REFUSE) -> None:
    right = Correction(score=(2, 7))
    correct_match(match_id=match.pk, correction=right, reason="mixed up", actor=SYSTEM, later=later)


@pytest.mark.parametrize("under_way", [begin, report])
def test_a_correction_names_the_match_that_is_being_played(
    stage: Stage, under_way: Callable[[Match], None]
) -> None:
    play(stage)
    final, semi_final = match_at(stage, "main-2-1"), match_at(stage, "main-1-1")
    under_way(final)
    with pytest.raises(DownstreamPlayed) as refused:
        turn(semi_final)
    assert [lost["match"] for lost in refused.value.facts["voided"]] == [final.pk]
    with pytest.raises(DownstreamPlayed):
        reopen_match(match_id=semi_final.pk, reason="not over", actor=SYSTEM)
    assert (
        match_at(stage, "main-2-1").status
        == {"begin": "playing", "report": "reported"}[under_way.__name__]
    )
    turn(semi_final, LaterResults.VOID)
    final.refresh_from_db()
    assert final.status == "void"
    assert match_at(stage, "main-2-1").a_id == semi_final.b_id


def test_a_call_is_no_reason_to_refuse(stage: Stage) -> None:
    play(stage)
    call_match(match_id=match_at(stage, "main-2-1").pk, table=1, actor=SYSTEM)
    turn(match_at(stage, "main-1-1"))
    assert match_at(stage, "main-2-1").a_id == match_at(stage, "main-1-1").b_id


def test_whoever_comes_back_does_not_call_others_from_their_table(stage: Stage) -> None:
    late = entrant(stage, "main-1-1", "a")
    leave(late)
    play(stage)
    final = match_at(stage, "main-2-1")
    begin(final)
    come_back(late)
    final.refresh_from_db()
    assert final.status == "playing"
    assert row_at(stage, "main-1-1").status == "walkover"
