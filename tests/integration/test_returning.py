"""Who leaves by mistake, comes back, or goes home too early: nothing that was done is lost."""

from __future__ import annotations

import pytest

from matches.models import ResultPolicy
from matches.services.calling import call_match
from matches.services.games import record_game
from matches.services.results import report_result
from players.actors import SYSTEM, Actor
from rules_core.draws.settings import Format
from rules_core.match import GameResult, MatchEnd
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_user
from tests.integration.stages import (
    come_back,
    drawn,
    entrant,
    is_over,
    leave,
    match_at,
    play,
    play_out,
    row_at,
)
from tournaments.services.entries import Newcomer, enter_players

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize(
    "format_code", [Format.SINGLE_ELIMINATION, Format.ROUND_ROBIN, Format.SWISS]
)
@pytest.mark.parametrize("leaver", ["a", "b"])
def test_a_walkover_that_was_entered_stands(format_code: Format, leaver: str) -> None:
    stage = drawn(format_code, 4)
    match = match_at(stage, "main-1-1")
    report_result(match_id=match.pk, winner=Side.A, ended_by=MatchEnd.WALKOVER, actor=SYSTEM)
    leave(entrant(stage, "main-1-1", leaver))
    come_back(entrant(stage, "main-1-1", leaver))
    row = row_at(stage, "main-1-1")
    assert (row.outcome, row.match_id) == ("walkover_a", match.pk)
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "a")


def test_a_match_goes_on_where_it_stood() -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 4)
    match = match_at(stage, "main-1-1")
    call_match(match_id=match.pk, table=3, actor=SYSTEM)
    record_game(match_id=match.pk, number=1, game=GameResult(Side.A, cube=4), actor=SYSTEM)
    leave(entrant(stage, "main-1-1", "a"))
    match.refresh_from_db()
    assert (match.status, match.winner, row_at(stage, "main-2-1").b_id) == ("finished", "b", None)
    come_back(entrant(stage, "main-1-1", "a"))
    match.refresh_from_db()
    assert row_at(stage, "main-1-1").match_id == match.pk
    assert (match.status, match.score, match.table, match.winner) == ("playing", (4, 0), 3, "")
    assert row_at(stage, "main-2-1").a_id is None


def test_a_match_waits_with_its_points_while_one_of_the_two_plays_elsewhere() -> None:
    stage = drawn(Format.ROUND_ROBIN, 4)
    first = row_at(stage, "main-1-1")
    match = match_at(stage, "main-1-1")
    call_match(match_id=match.pk, table=1, actor=SYSTEM)
    record_game(match_id=match.pk, number=1, game=GameResult(Side.A, cube=2), actor=SYSTEM)
    leave(entrant(stage, "main-1-1", "a"))
    others = stage.pairings.filter(status="ready").exclude(key="main-1-1")
    elsewhere = next(row for row in others if first.b_id in (row.a_id, row.b_id))
    assert elsewhere.match_id is not None
    call_match(match_id=elsewhere.match_id, table=1, actor=SYSTEM)
    come_back(entrant(stage, "main-1-1", "a"))
    match.refresh_from_db()
    assert (match.status, match.score, match.table) == ("ready", (2, 0), None)


def test_two_who_were_away_meet_once_both_are_back() -> None:
    stage = drawn(Format.DOUBLE_ELIMINATION, 8)
    one, other = entrant(stage, "main-1-1", "a"), entrant(stage, "main-1-2", "a")
    leave(one, other)
    report_result(match_id=match_at(stage, "main-2-1").pk, score=(7, 1), actor=SYSTEM)
    assert row_at(stage, "lower-1-1").outcome == "double_forfeit"
    come_back(one)
    row = row_at(stage, "lower-1-1")
    assert row.winner == ("a" if row.a_id == one.pk else "b")
    come_back(other)
    row = row_at(stage, "lower-1-1")
    assert (row.status, {row.a_id, row.b_id}) == ("ready", {one.pk, other.pk})
    assert match_at(stage, "lower-1-1").status == "ready"


def test_whoever_left_for_a_moment_is_back_in_the_main_bracket() -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 8, consolation="progressive")
    report_result(match_id=match_at(stage, "main-1-1").pk, score=(7, 1), actor=SYSTEM)
    match = match_at(stage, "main-1-2")
    leaver = entrant(stage, "main-1-2", "b")
    leave(leaver)
    come_back(leaver)
    assert row_at(stage, "main-1-2").status == "ready"
    match.refresh_from_db()
    assert (match.status, row_at(stage, "main-1-2").match_id) == ("ready", match.pk)


def test_the_winner_of_a_walkover_who_leaves_too_makes_room_for_the_one_who_is_back() -> None:
    stage = drawn(Format.ROUND_ROBIN, 4)
    one, other = entrant(stage, "main-1-1", "a"), entrant(stage, "main-1-1", "b")
    leave(one, other)
    assert row_at(stage, "main-1-1").winner == "b"
    come_back(one)
    assert row_at(stage, "main-1-1").winner == match_at(stage, "main-1-1").winner == "a"


def test_a_result_counts_that_was_reported_by_somebody_who_went_home() -> None:
    stage = a_drawn_stage(a_club(), 4, result_policy=ResultPolicy.CONFIRM)
    match, winner = match_at(stage, "main-1-1"), entrant(stage, "main-1-1", "a")
    winner.player.user = a_user()
    winner.player.save()
    report_result(match_id=match.pk, score=(7, 2), actor=Actor(user=winner.player.user))
    leave(winner)
    match.refresh_from_db()
    assert (match.status, match.score, match.winner) == ("finished", (7, 2), "a")
    play(stage)
    assert row_at(stage, "main-2-1").outcome in {"walkover_a", "walkover_b"}


def test_a_walkover_does_not_stand_in_the_way_of_a_latecomer() -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 9, consolation="progressive")
    first = stage.pairings.get(bracket="main", round=1, status="ready")
    leave(entrant(stage, first.key, "a"))
    for row in stage.pairings.filter(bracket="main", round=2, status="ready").order_by("-number")[
        :2
    ]:
        assert row.match_id is not None
        report_result(match_id=row.match_id, score=(7, 1), actor=SYSTEM)
    (late,) = enter_players(
        tournament_id=stage.tournament.pk, newcomers=[Newcomer(name="Late")], actor=SYSTEM
    )
    seats = stage.pairings.filter(bracket="main", round=1, status="ready")
    assert late.pk in {pk for row in seats for pk in (row.a_id, row.b_id)}
    play_out(stage)
    assert is_over(stage)
