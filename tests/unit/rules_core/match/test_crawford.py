"""The Crawford game and what comes after it (docs/rules.md, "Match play")."""

from __future__ import annotations

import pytest

from rules_core.errors import RulesError
from rules_core.kinds import Kind
from rules_core.match import (
    Crawford,
    GameEnd,
    GameResult,
    MatchRules,
    MatchState,
    NextGame,
    Score,
    Side,
    penalise,
    record,
    replay,
)

pytestmark = pytest.mark.unit

NOT_YET = Crawford(this_game=False, played=False)
THIS_GAME = Crawford(this_game=True, played=False)
PLAYED = Crawford(this_game=False, played=True)


def match(length: int, *games: tuple[str, int], crawford: bool = True) -> MatchState:
    """A match in which the winners scored these points, each on a cube of that value."""
    rules = MatchRules(length, crawford=crawford)
    return replay(rules, [GameResult(Side(winner), cube=points) for winner, points in games])


def test_the_first_game_at_match_point_is_the_crawford_game() -> None:
    state = match(7, ("a", 4), ("a", 2))
    assert state.points == Score(6, 0)
    assert state.crawford == THIS_GAME
    assert state.post_crawford is False
    assert state.next_game == NextGame(number=3, cube_allowed=False, max_useful_cube=1)


def test_there_is_no_second_crawford_game() -> None:
    state = match(7, ("a", 4), ("a", 2), ("b", 1))
    assert state.crawford == PLAYED
    assert state.post_crawford is True
    assert state.next_game == NextGame(number=4, cube_allowed=True, max_useful_cube=8)


def test_no_second_crawford_game_when_the_other_side_reaches_match_point() -> None:
    state = match(5, ("a", 4), ("b", 1), ("b", 2))
    assert state.points == Score(4, 3)
    assert record(state, GameResult(Side.B)).crawford == PLAYED


def test_a_one_point_match_has_no_crawford_game() -> None:
    state = match(1)
    assert state.crawford == NOT_YET
    assert state.next_game == NextGame(number=1, cube_allowed=True, max_useful_cube=1)


def test_there_is_no_crawford_game_at_double_match_point() -> None:
    state = match(3, ("a", 1), ("b", 1))
    even = penalise(penalise(state, Side.A, 1, "late"), Side.B, 1, "late")
    assert even.points == Score(2, 2)
    assert even.crawford == NOT_YET


def test_penalty_points_may_bring_on_the_crawford_game() -> None:
    state = penalise(match(7, ("a", 4), ("a", 1)), Side.B, 1, "late")
    assert state.points == Score(6, 0)
    assert state.crawford == THIS_GAME


def test_a_penalty_before_the_crawford_game_may_make_it_double_match_point() -> None:
    state = match(5, ("b", 2), ("b", 1), ("a", 4))
    assert state.crawford == THIS_GAME
    assert penalise(state, Side.A, 1, "late").crawford == NOT_YET


def test_without_the_crawford_rule_the_cube_stays() -> None:
    state = match(7, ("a", 4), ("a", 2), crawford=False)
    assert state.crawford == NOT_YET
    assert state.next_game == NextGame(number=3, cube_allowed=True, max_useful_cube=8)
    after = record(state, GameResult(Side.B, cube=2))
    assert after.crawford == NOT_YET
    assert after.post_crawford is False


def test_a_cube_in_the_crawford_game_is_refused() -> None:
    state = match(7, ("a", 4), ("a", 2))
    with pytest.raises(RulesError) as refusal:
        record(state, GameResult(Side.B, cube=2))
    assert refusal.value.code == "cube_in_crawford_game"


def test_a_drop_in_the_crawford_game_is_refused() -> None:
    state = match(7, ("a", 4), ("a", 2))
    with pytest.raises(RulesError) as refusal:
        record(state, GameResult(Side.B, ended_by=GameEnd.DROP))
    assert refusal.value.code == "cube_in_crawford_game"


def test_an_automatic_double_in_the_crawford_game_is_refused() -> None:
    rules = MatchRules(3, automatic_doubles=1)
    state = replay(rules, [GameResult(Side.A, cube=2)])
    with pytest.raises(RulesError) as refusal:
        record(state, GameResult(Side.B, cube=2, automatic_doubles=1))
    assert refusal.value.code == "cube_in_crawford_game"


def test_a_gammon_in_the_crawford_game_counts_even_under_jacoby() -> None:
    rules = MatchRules(3, jacoby=True)
    state = replay(rules, [GameResult(Side.A, cube=2), GameResult(Side.B, Kind.GAMMON)])
    assert state.points == Score(2, 2)
    after = replay(rules, [GameResult(Side.A, cube=1), GameResult(Side.B, Kind.GAMMON)])
    assert after.points == Score(1, 1)


def test_after_the_end_there_is_neither_a_crawford_nor_a_next_game() -> None:
    state = match(3, ("a", 2), ("b", 1), ("a", 2))
    assert state.crawford == PLAYED
    assert state.post_crawford is False
    assert state.next_game is None


@pytest.mark.parametrize(
    ("games", "cube"),
    [
        ([], 8),
        ([("a", 1), ("b", 1)], 8),
        ([("a", 4), ("b", 4)], 4),
        ([("a", 4), ("b", 2), ("a", 2), ("b", 1)], 4),
        ([("a", 4), ("a", 2), ("b", 1), ("b", 4), ("b", 1)], 1),
    ],
)
def test_the_highest_useful_cube_wins_the_match_for_the_side_behind(
    games: list[tuple[str, int]], cube: int
) -> None:
    next_game = match(7, *games).next_game
    assert next_game is not None
    assert next_game.max_useful_cube == cube


def test_the_useful_cube_stays_within_the_rules() -> None:
    state = MatchState.new(MatchRules(25, max_cube=16))
    assert state.next_game == NextGame(number=1, cube_allowed=True, max_useful_cube=16)
