"""Match winning chances by the Kazaross-XG2 table (docs/rules.md, "Match equity")."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.equity import Standing, as_opponent, kazaross_xg2, winning_chance, with_ratings
from rules_core.errors import RulesError
from rules_core.kinds import Kind
from rules_core.match import GameResult, MatchRules, MatchState, Side, replay
from rules_core.ratings.fibs import upset_probability

pytestmark = pytest.mark.unit

SOURCE = Path(__file__).parents[3] / "data" / "kazaross_xg2.json"
TABLE = kazaross_xg2()
aways = st.integers(1, 25)


def test_the_package_carries_the_published_figures_and_their_notice() -> None:
    source = json.loads(SOURCE.read_text(encoding="utf-8"))
    assert source["notice"] == TABLE.notice
    assert source["length"] == TABLE.length
    assert source["pre_crawford"] == [list(row) for row in TABLE.pre_crawford]
    assert source["post_crawford_trailer"] == list(TABLE.post_crawford_trailer)


def test_the_table_is_the_same_from_both_sides() -> None:
    for i, row in enumerate(TABLE.pre_crawford):
        for j, chance in enumerate(row):
            assert chance + TABLE.pre_crawford[j][i] == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("standing", "chance"),
    [
        (Standing(3, 5), 0.64795),
        (Standing(5, 3), 0.35205),
        (Standing(1, 2), 0.67736),
        (Standing(2, 1), 0.32264),
        (Standing(1, 2, crawford_over=True), 1 - 0.48803),
        (Standing(2, 1, crawford_over=True), 0.48803),
        (Standing(3, 1, crawford_over=True), 0.32264),
        (Standing(1, 1), 0.5),
        (Standing(1, 1, crawford_over=True), 0.5),
        (Standing(3, 5, crawford_over=True), 0.64795),
        (Standing(0, 4), 1.0),
        (Standing(4, 0), 0.0),
    ],
)
def test_a_chance_is_read_from_its_place_in_the_table(standing: Standing, chance: float) -> None:
    assert winning_chance(standing) == chance


def test_a_recorded_match_has_its_standing() -> None:
    rules = MatchRules(7)
    games = [GameResult(Side.A, Kind.BACKGAMMON, 2), GameResult(Side.B, Kind.GAMMON)]
    assert Standing.of_match(replay(rules, []), Side.A) == Standing(7, 7)
    crawford = Standing.of_match(replay(rules, games[:1]), Side.B)
    assert crawford == Standing(7, 1)
    assert crawford.crawford_game is True
    after = Standing.of_match(replay(rules, games), Side.B)
    assert after == Standing(5, 1, crawford_over=True)
    assert after.crawford_game is False


def test_a_match_without_the_crawford_rule_has_no_such_game_ahead() -> None:
    rules = MatchRules(3, crawford=False)
    standing = Standing.of_match(replay(rules, [GameResult(Side.A, cube=2)]), Side.A)
    assert standing == Standing(1, 3, crawford_over=True)
    assert winning_chance(standing) == 1 - 0.32264


def test_a_money_session_has_no_winning_chance() -> None:
    with pytest.raises(RulesError) as refusal:
        Standing.of_match(MatchState.new(MatchRules(0)), Side.A)
    assert refusal.value.code == "standing_out_of_range"


@pytest.mark.parametrize(("away", "against"), [(-1, 3), (3, -1), (0, 0)])
def test_a_standing_no_match_has_is_refused(away: int, against: int) -> None:
    with pytest.raises(RulesError) as refusal:
        Standing(away, against)
    assert refusal.value.code == "standing_out_of_range"


def test_beyond_the_table_there_is_no_guess() -> None:
    with pytest.raises(RulesError) as refusal:
        winning_chance(Standing(26, 3))
    assert refusal.value.code == "beyond_equity_table"
    assert refusal.value.facts == {"away": 26, "against": 3, "length": 25}


@given(away=aways, against=aways, over=st.booleans(), rating=st.floats(0, 4000))
def test_equal_ratings_give_the_table_back(
    away: int, against: int, over: bool, rating: float
) -> None:
    standing = Standing(away, against, over)
    chance = winning_chance(standing, rating=rating, opponent_rating=rating)
    assert chance == TABLE.chance(standing)


@pytest.mark.parametrize("length", [1, 5, 7, 25])
@pytest.mark.parametrize("difference", [1, 100, 400])
def test_at_the_start_of_a_match_ratings_give_the_fibs_chance(length: int, difference: int) -> None:
    chance = winning_chance(
        Standing(length, length), rating=1500 + difference, opponent_rating=1500
    )
    assert chance == pytest.approx(1 - upset_probability(difference, length), abs=1e-12)


@settings(max_examples=80)
@given(away=aways, against=aways, over=st.booleans(), difference=st.floats(-1e6, 1e6))
def test_both_sides_chances_add_up_to_one(
    away: int, against: int, over: bool, difference: float
) -> None:
    standing = Standing(away, against, over)
    mine = with_ratings(TABLE.chance, difference)
    theirs = with_ratings(TABLE.chance, -difference)
    assert mine(standing) + theirs(standing.mirrored) == pytest.approx(1, abs=1e-12)
    assert as_opponent(mine)(standing.mirrored) == pytest.approx(
        theirs(standing.mirrored), abs=1e-12
    )


@given(away=aways, against=aways, over=st.booleans(), difference=st.floats(1, 500))
def test_the_better_player_has_a_better_chance(
    away: int, against: int, over: bool, difference: float
) -> None:
    standing = Standing(away, against, over)
    assert with_ratings(TABLE.chance, difference)(standing) > TABLE.chance(standing)


def test_no_rating_changes_a_match_that_is_over() -> None:
    assert winning_chance(Standing(0, 3), rating=1000, opponent_rating=2000) == 1.0
    assert winning_chance(Standing(3, 0), rating=2000, opponent_rating=1000) == 0.0


def test_the_crawford_game_is_followed_by_post_crawford_games() -> None:
    assert Standing(1, 4).lost(1) == Standing(1, 3, crawford_over=True)
    assert Standing(4, 1).won(2) == Standing(2, 1, crawford_over=True)
    assert Standing(3, 5).won(2) == Standing(1, 5)
