"""The FIBS formula, by the vectors of docs/rules.md, "Ratings"."""

from __future__ import annotations

import pytest

from rules_core.ratings.fibs import FibsRating, Ramp, rate, upset_probability, win_probability

pytestmark = pytest.mark.unit

SETTLED = 400


def change(
    winner: FibsRating, loser: FibsRating, length: int, ramp: Ramp = Ramp.FIBS
) -> tuple[float, float]:
    after = rate(winner, loser, length, ramp=ramp)
    return after[0].value - winner.value, after[1].value - loser.value


@pytest.mark.parametrize(
    ("winner", "loser", "length", "gain", "loss"),
    [
        (FibsRating(1600, SETTLED), FibsRating(1500, SETTLED), 5, 3.8996479378, 3.8996479378),
        (FibsRating(1500, SETTLED), FibsRating(1600, SETTLED), 5, 5.0446239722, 5.0446239722),
        (FibsRating(1500, 0), FibsRating(1500, SETTLED), 1, 10, 2),
        (FibsRating(1500, 0), FibsRating(1500, 150), 9, 30, 21),
    ],
    ids=["favourite", "upset", "newcomer", "two newcomers"],
)
def test_the_published_vectors(
    winner: FibsRating, loser: FibsRating, length: int, gain: float, loss: float
) -> None:
    assert change(winner, loser, length) == pytest.approx((gain, -loss), abs=1e-9)


def test_experience_grows_by_the_length_of_the_match() -> None:
    winner, loser = rate(FibsRating(1500, 7), FibsRating(1500, 0), 9)

    assert (winner.experience, loser.experience) == (16, 9)


@pytest.mark.parametrize(
    ("ramp", "factors"),
    [(Ramp.NONE, [1, 1, 1]), (Ramp.FIBS, [5, 3, 1]), (Ramp.GENTLE, [2, 1.5, 1])],
)
def test_the_ramp_is_a_setting(ramp: Ramp, factors: list[float]) -> None:
    assert [ramp.factor(experience) for experience in (0, 200, 5000)] == factors
    winner, _ = change(FibsRating(1500, 0), FibsRating(1500, 0), 1, ramp)
    assert winner == 2 * factors[0]


def test_the_chances_of_both_sides_make_one() -> None:
    assert win_probability(100, 7) + win_probability(-100, 7) == pytest.approx(1)
    assert upset_probability(100, 7) == upset_probability(-100, 7) == win_probability(-100, 7)
