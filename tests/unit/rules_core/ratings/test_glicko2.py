"""Glicko-2, by the example of its author (docs/rules.md, "Ratings")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.ratings.glicko2 import GlickoRating, RatedResult, rate

pytestmark = pytest.mark.unit


def test_the_published_example() -> None:
    after = rate(
        GlickoRating(1500, 200, 0.06),
        [
            RatedResult(GlickoRating(1400, 30), won=True),
            RatedResult(GlickoRating(1550, 100), won=False),
            RatedResult(GlickoRating(1700, 300), won=False),
        ],
    )

    assert after.value == pytest.approx(1464.05, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_a_match_only_makes_the_rating_less_certain() -> None:
    after = rate(GlickoRating(1700, 50, 0.06), [])

    assert (after.value, after.volatility) == (1700, 0.06)
    assert after.deviation == pytest.approx(51.07, abs=0.01)


def test_a_surprising_run_makes_a_player_more_volatile() -> None:
    steady = GlickoRating(1500, 30, 0.06)
    run = [RatedResult(GlickoRating(2400, 30), won=True)] * 8

    assert rate(steady, run).volatility > 0.06


ratings = st.builds(GlickoRating, st.floats(800, 2600), st.floats(20, 350), st.floats(0.03, 0.12))


@given(player=ratings, opponents=st.lists(ratings, min_size=1, max_size=8), won=st.booleans())
def test_winning_all_raises_and_losing_all_lowers(
    player: GlickoRating, opponents: list[GlickoRating], won: bool
) -> None:
    after = rate(player, [RatedResult(opponent, won) for opponent in opponents])

    assert (after.value > player.value) is won
    assert 0 < after.deviation < 400
    assert after.volatility > 0
