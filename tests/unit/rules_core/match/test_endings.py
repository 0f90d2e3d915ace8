"""Endings, penalties and final scores (docs/rules.md, "What a match record also carries")."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_core.errors import RulesError
from rules_core.kinds import Kind
from rules_core.match import (
    Ending,
    GameResult,
    MatchEnd,
    MatchRules,
    MatchState,
    Score,
    ScoredGame,
    Side,
    break_off,
    check_final_score,
    end,
    penalise,
    record,
    replay_json,
    scored_games,
    settle,
    undo,
)

pytestmark = pytest.mark.unit

START = MatchState.new(MatchRules(7))
MONEY = MatchState.new(MatchRules(0, jacoby=True))


def test_first_to_the_length_wins_and_excess_points_are_kept_only_raw() -> None:
    state = record(record(START, GameResult(Side.B, cube=4)), GameResult(Side.B, Kind.GAMMON, 4))
    assert state.points == Score(0, 12)
    assert state.score == Score(0, 7)
    assert state.winner is Side.B
    assert state.ended_by is MatchEnd.PLAYED
    assert state.finished is True


def test_nothing_is_recorded_after_the_end() -> None:
    over = settle(START, 7, 3)
    attempts: list[Callable[[], MatchState]] = [
        lambda: record(over, GameResult(Side.A)),
        lambda: penalise(over, Side.A, 1, "late"),
        lambda: settle(over, 7, 4),
        lambda: end(over, MatchEnd.RULING, Side.B),
    ]
    for attempt in attempts:
        with pytest.raises(RulesError) as refusal:
            attempt()
        assert refusal.value.code == "match_finished"


def test_a_game_out_of_turn_is_refused() -> None:
    state = record(START, GameResult(Side.A), number=1)
    with pytest.raises(RulesError) as refusal:
        record(state, GameResult(Side.A), number=1)
    assert refusal.value.code == "wrong_game_number"
    assert refusal.value.facts == {"expected": 2, "number": 1}


def test_a_penalty_gives_the_points_to_the_opponent() -> None:
    state = penalise(START, Side.B, 2, "late")
    assert state.points == Score(2, 0)
    assert state.penalty_points_against(Side.B) == 2
    assert state.finished is False


@pytest.mark.parametrize(("length", "points", "lost"), [(7, 3, False), (7, 4, True), (6, 3, False)])
def test_more_than_half_the_length_in_penalties_loses_the_match(
    length: int, points: int, lost: bool
) -> None:
    state = MatchState.new(MatchRules(length))
    for _ in range(points):
        state = penalise(state, Side.A, 1, "late")
    assert state.finished is lost
    assert state.winner is (Side.B if lost else None)
    assert state.ended_by is (MatchEnd.FORFEIT if lost else None)
    assert state.points == Score(0, points)


def test_a_penalty_point_can_be_the_last_one_of_a_match() -> None:
    state = penalise(record(START, GameResult(Side.A, Kind.BACKGAMMON, 2)), Side.B, 1, "clock")
    assert state.winner is Side.A
    assert state.ended_by is MatchEnd.PLAYED


def test_a_penalty_of_no_points_is_refused() -> None:
    with pytest.raises(RulesError) as refusal:
        penalise(START, Side.A, 0, "late")
    assert refusal.value.code == "penalty_out_of_range"


@pytest.mark.parametrize("ended_by", ["walkover", "forfeit", "time", "ruling", "bye"])
def test_these_endings_have_a_winner(ended_by: str) -> None:
    state = end(START, MatchEnd(ended_by), Side.B)
    assert state.winner is Side.B
    assert state.ended_by == ended_by
    with pytest.raises(RulesError) as refusal:
        end(START, MatchEnd(ended_by))
    assert refusal.value.code == "winner_required"


@pytest.mark.parametrize("ended_by", ["double_forfeit", "unfinished"])
def test_these_endings_have_none_and_the_score_stands(ended_by: str) -> None:
    state = end(record(START, GameResult(Side.A, cube=2)), MatchEnd(ended_by))
    assert state.finished is True
    assert state.winner is None
    assert state.points == Score(2, 0)
    with pytest.raises(RulesError) as refusal:
        end(START, MatchEnd(ended_by), Side.A)
    assert refusal.value.code == "winner_not_allowed"


@pytest.mark.parametrize(
    ("score", "named", "winner"),
    [
        ((4, 2), None, Side.A),
        ((2, 4), None, Side.B),
        ((4, 4), None, None),
        ((4, 4), Side.B, Side.B),
        ((4, 2), Side.B, Side.B),
    ],
)
def test_of_an_unfinished_match_the_score_stands_and_the_leader_wins(
    score: tuple[int, int], named: Side | None, winner: Side | None
) -> None:
    state = break_off(START, *score, named)
    assert (state.ended_by, state.points, state.winner) == (MatchEnd.UNFINISHED, score, winner)
    assert replay_json(state.to_json()) == state


@pytest.mark.parametrize("score", [(7, 2), (2, 9), (1, 3)])
def test_an_unfinished_match_stands_below_its_length_and_not_behind_its_games(
    score: tuple[int, int],
) -> None:
    with pytest.raises(RulesError) as refusal:
        break_off(record(START, GameResult(Side.A, cube=2)), *score)
    assert refusal.value.code == "unreachable_score"


def test_other_endings_have_no_score_of_their_own() -> None:
    with pytest.raises(RulesError) as refusal:
        Ending(MatchEnd.FORFEIT, Side.A, Score(3, 2))
    assert refusal.value.code == "score_not_allowed"


def test_a_match_is_not_declared_played() -> None:
    for winner in (None, Side.A):
        with pytest.raises(RulesError) as refusal:
            end(START, MatchEnd.PLAYED, winner)
        assert refusal.value.code == "ending_not_declared"


def test_a_match_that_has_begun_is_no_bye() -> None:
    with pytest.raises(RulesError) as refusal:
        end(record(START, GameResult(Side.A)), MatchEnd.BYE, Side.A)
    assert refusal.value.code == "bye_after_play"


def test_ratings_leave_out_byes_walkovers_forfeits_and_unfinished_matches() -> None:
    assert {ending for ending in MatchEnd if ending.rated} == {
        MatchEnd.PLAYED,
        MatchEnd.TIME,
        MatchEnd.RULING,
    }


def test_a_final_score_alone_ends_the_match() -> None:
    state = settle(START, 4, 7)
    assert state.score == Score(4, 7)
    assert state.winner is Side.B
    assert state.ended_by is MatchEnd.PLAYED
    assert state.games == ()


def test_a_final_score_keeps_the_raw_points_of_the_last_game() -> None:
    state = settle(START, 10, 2)
    assert state.points == Score(10, 2)
    assert state.score == Score(7, 2)


@pytest.mark.parametrize(("length", "a", "b"), [(1, 1, 0), (1, 0, 3), (7, 7, 6), (7, 198, 0)])
def test_scores_a_match_can_end_with(length: int, a: int, b: int) -> None:
    check_final_score(MatchRules(length), a, b)


@pytest.mark.parametrize(
    ("length", "a", "b"),
    [
        (1, 1, 1),
        (1, 0, 0),
        (1, 5, 0),
        (7, 6, 3),
        (7, 7, 7),
        (7, 8, 7),
        (7, -1, 7),
        (7, 199, 0),
    ],
)
def test_scores_no_match_can_end_with(length: int, a: int, b: int) -> None:
    with pytest.raises(RulesError) as refusal:
        check_final_score(MatchRules(length), a, b)
    assert refusal.value.code == "unreachable_score"


def test_a_final_score_cannot_be_below_what_is_recorded() -> None:
    state = record(START, GameResult(Side.A, cube=4))
    with pytest.raises(RulesError) as refusal:
        settle(state, 3, 7)
    assert refusal.value.code == "unreachable_score"
    assert settle(state, 4, 7).winner is Side.B


def test_a_final_score_needs_a_last_game_that_brings_the_winner_there() -> None:
    state = record(START, GameResult(Side.A, Kind.BACKGAMMON, 2))
    with pytest.raises(RulesError) as refusal:
        settle(state, 6 + 5, 0)
    assert refusal.value.code == "unreachable_score"
    assert settle(START, 6 + 5, 0).winner is Side.A


def test_undo_takes_back_the_last_entry_of_any_sort() -> None:
    one = record(START, GameResult(Side.A, cube=2))
    assert undo(one) == START
    assert undo(penalise(one, Side.A, 1, "late")) == one
    assert undo(end(one, MatchEnd.TIME, Side.A)) == one
    assert undo(settle(one, 7, 0)) == one


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(RulesError) as refusal:
        undo(START)
    assert refusal.value.code == "nothing_to_undo"


def test_a_money_session_has_no_limit_and_ends_when_its_players_stop() -> None:
    state = record(MONEY, GameResult(Side.A, Kind.GAMMON, 64))
    assert state.score == Score(128, 0)
    assert state.finished is False
    assert state.away(Side.A) is None
    assert state.crawford.this_game is False
    stopped = end(state, MatchEnd.PLAYED)
    assert stopped.finished is True
    assert stopped.winner is None


def test_a_money_session_can_be_settled_at_any_score() -> None:
    assert settle(MONEY, 12, 31).points == Score(12, 31)
    assert settle(MONEY, 12, 31).ended_by is MatchEnd.PLAYED


def test_penalties_do_not_lose_a_money_session() -> None:
    assert penalise(MONEY, Side.A, 5, "late").finished is False


def test_every_game_is_listed_with_the_score_it_started_at() -> None:
    first, second = GameResult(Side.A, Kind.BACKGAMMON, 2), GameResult(Side.B, Kind.GAMMON)
    state = record(penalise(record(START, first), Side.A, 1, "late"), second)
    assert scored_games(state) == (
        ScoredGame(1, first, Score(0, 0), crawford=False, points=6),
        ScoredGame(2, second, Score(6, 1), crawford=True, points=2),
    )


def test_a_match_comes_back_from_its_plain_values() -> None:
    state = penalise(record(START, GameResult(Side.A, cube=4)), Side.A, 1, "late")
    for last in (end(state, MatchEnd.UNFINISHED), end(state, MatchEnd.TIME, Side.B)):
        assert replay_json(last.to_json()) == last
    assert replay_json(settle(state, 7, 2).to_json()) == settle(state, 7, 2)


def test_an_unknown_entry_is_a_damaged_record() -> None:
    with pytest.raises(ValueError, match="no match entry is called 'song'"):
        replay_json({"rules": {"length": 7}, "entries": [{"entry": "song"}]})
