"""Take points and gammon prices from the table (docs/rules.md, "Match equity")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.equity import (
    GammonPrices,
    Standing,
    gammon_prices,
    kazaross_xg2,
    take_point,
    with_ratings,
)
from rules_core.errors import RulesError

pytestmark = pytest.mark.unit


def money(standing: Standing) -> float:
    """A match so long that every point is worth the same: the money game."""
    return 0.5 + (standing.against - standing.away) / 10_000


LONG = Standing(4000, 4000)


def test_in_a_money_game_a_dead_cube_is_taken_with_a_quarter() -> None:
    assert take_point(LONG, chances=money).dead == pytest.approx(0.25)


def test_in_a_money_game_a_live_cube_is_taken_with_a_fifth() -> None:
    assert take_point(LONG, chances=money).live == pytest.approx(0.2, abs=1e-3)


def test_in_a_money_game_a_gammon_is_worth_half_the_swing() -> None:
    prices = gammon_prices(LONG, chances=money)
    assert prices.gammon == pytest.approx(0.5)
    assert prices.backgammon == pytest.approx(0.5)


def test_two_away_each_a_double_plays_for_the_match() -> None:
    point = take_point(Standing(2, 2))
    assert point.dead == point.live == pytest.approx(0.32264)


def test_the_take_point_weighs_dropping_against_losing_and_winning() -> None:
    """3 away against 5: a drop leaves 3–4, a loss 3–3, a win 1–5 with the Crawford game next."""
    dropped, lost, won = 0.5715, 0.5, 0.84179
    assert take_point(Standing(3, 5)).dead == pytest.approx((dropped - lost) / (won - lost))


def test_the_live_take_point_ends_at_the_opponents_drop() -> None:
    """3 away against 5, step by step: 8 is for the match, so nobody turns the cube after that."""
    eight = 0.24924
    four = 0.15821 / 0.75076 * (1 - eight)
    two = (0.5715 - 0.5) / (0.84179 - 0.5) * (1 - four)
    assert take_point(Standing(3, 5), 4).live == pytest.approx(eight)
    assert take_point(Standing(5, 3), 2).live == pytest.approx(four)
    assert take_point(Standing(3, 5), 1).live == pytest.approx(two)


def test_the_owner_of_a_dead_cube_gains_nothing_by_owning_it() -> None:
    point = take_point(Standing(1, 4, crawford_over=True))
    assert point.live == point.dead


def test_a_gammon_is_worth_nothing_to_a_player_who_needs_a_point() -> None:
    prices = gammon_prices(Standing(1, 5, crawford_over=True))
    assert prices == GammonPrices(gammon=0.0, backgammon=0.0)


def test_the_gammon_price_is_what_it_wins_over_what_a_single_game_swings() -> None:
    """2 away against 2: a single leads to the Crawford game, a gammon wins the match."""
    single, loss = 0.67736, 0.32264
    prices = gammon_prices(Standing(2, 2))
    assert prices.gammon == pytest.approx((1 - single) / (single - loss))
    assert prices.backgammon == 0.0


@pytest.mark.parametrize(
    ("taker", "cube"),
    [
        (Standing(4, 1), 1),
        (Standing(1, 4), 1),
        (Standing(4, 1, crawford_over=True), 1),
        (Standing(5, 2), 2),
        (Standing(1, 1), 1),
    ],
)
def test_without_a_double_there_is_no_take_point(taker: Standing, cube: int) -> None:
    with pytest.raises(RulesError) as refusal:
        take_point(taker, cube)
    assert refusal.value.code == "no_double_here"


@pytest.mark.parametrize("standing", [Standing(0, 3), Standing(3, 0)])
def test_after_the_match_there_are_no_prices(standing: Standing) -> None:
    for question in (take_point, gammon_prices):
        with pytest.raises(RulesError) as refusal:
            question(standing)
        assert refusal.value.code == "standing_out_of_range"


def test_a_cube_that_does_not_exist_has_no_prices() -> None:
    with pytest.raises(RulesError) as refusal:
        gammon_prices(Standing(5, 5), 3)
    assert refusal.value.code == "cube_not_power_of_two"


@given(
    away=st.integers(1, 25),
    against=st.integers(2, 25),
    cube=st.sampled_from([1, 2, 4, 8]),
    difference=st.floats(-400, 400),
)
def test_take_points_are_chances_and_a_live_cube_never_costs(
    away: int, against: int, cube: int, difference: float
) -> None:
    standing = Standing(away, max(against, cube + 1), crawford_over=True)
    point = take_point(standing, cube, chances=with_ratings(kazaross_xg2().chance, difference))
    assert 0 <= point.live <= point.dead < 1
