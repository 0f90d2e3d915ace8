"""Whatever a night brings, in any order, every format comes to its end.

Hypothesis plays director: results, walkovers, double forfeits, withdrawals, returns, latecomers and
corrections at random moments. After each step the sheet must be sound; at the end everything left is
played, the event must be over, and every ledger must fold to its row.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.integration.nights import DEEDS, FORMATS, STEPS, Night
from tests.integration.rest_night import RestNight

pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]

at_random = settings(
    max_examples=8,
    deadline=None,
    # A whole night takes long to make smaller; the steps of a failing one are printed as they are.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
a_night = given(
    entrants=st.integers(2, 13),
    steps=st.lists(st.tuples(STEPS, st.integers(0, 999)), max_size=25),
)


def play_through(night: Night, steps: list[tuple[str, int]]) -> None:
    for step, choice in steps:
        night.step(step, choice)
        night.assert_sound()
    night.finish()
    night.assert_over()


@pytest.mark.parametrize("format_name", FORMATS)
@at_random
@a_night
def test_a_night_comes_to_its_end_whatever_happens(
    format_name: str, entrants: int, steps: list[tuple[str, int]]
) -> None:
    play_through(Night(format_name, entrants), steps)


@pytest.mark.parametrize(
    "format_name", ["double with reset", "progressive with last chance", "lives"]
)
@at_random
@a_night
def test_the_same_over_rest(format_name: str, entrants: int, steps: list[tuple[str, int]]) -> None:
    play_through(RestNight(format_name, entrants), steps)


@pytest.mark.parametrize(
    ("format_name", "entrants"),
    [
        ("single", 200),
        ("third place", 129),
        ("simple consolation", 100),
        ("progressive with last chance", 77),
        ("double", 65),
        ("double with reset", 96),
        ("round robin", 14),
        ("Swiss", 151),
        ("lives", 33),
    ],
)
def test_a_large_event_comes_to_its_end_too(format_name: str, entrants: int) -> None:
    """Sizes beyond what Hypothesis has time for; the draws themselves are tried up to 1,024 apart."""
    luck = Random(f"{format_name} {entrants}")
    night = Night(format_name, entrants)
    for _ in range(60):
        night.step(luck.choice(DEEDS), luck.randrange(1000))
    night.assert_sound()
    night.finish()
    night.assert_over()
