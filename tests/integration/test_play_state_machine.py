"""Whatever a night brings, in any order, every format comes to its end.

Hypothesis plays director: results, walkovers, double forfeits, withdrawals, returns, latecomers and
corrections at random moments. After each step the sheet must be sound; at the end everything left is
played, the event must be over, and every ledger must project to its row.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.integration.field_sizes import SEED, sampled, told_on_failure, wanted
from tests.integration.nights import ACTIONS, FORMATS, STEPS, Night
from tests.integration.rest_night import RestNight
from tests.integration.two_stages import FIRST as TWO_STAGES
from tests.integration.two_stages import TwoStages

pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]

at_random = settings(
    max_examples=2,
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
    """The night, and once more after its end: a result that is put right then, somebody who returns."""
    for said in (steps, steps[-4:]):
        for step, choice in said:
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


@pytest.mark.parametrize("first", TWO_STAGES)
@at_random
@given(
    entrants=st.integers(6, 13),
    steps=st.lists(st.tuples(STEPS, st.integers(0, 999)), max_size=12),
    later=st.lists(st.tuples(STEPS, st.integers(0, 999)), min_size=4, max_size=16),
)
def test_a_night_of_two_stages_comes_to_its_end(
    first: str, entrants: int, steps: list[tuple[str, int]], later: list[tuple[str, int]]
) -> None:
    night = TwoStages(first, entrants)
    play_through(night, steps)
    play_through(night, later)


@pytest.mark.parametrize("first", TWO_STAGES)
@at_random
@given(
    entrants=st.integers(6, 13),
    # With every fifth the winner stays, and then what was played stands.
    choices=st.lists(st.integers(0, 999).filter(lambda choice: choice % 5), max_size=8),
)
def test_after_corrections_those_play_the_finals_who_earned_it(
    first: str, entrants: int, choices: list[int]
) -> None:
    night = TwoStages(first, entrants)
    night.finish()
    for choice in choices:
        night.step("cascade", choice)
        night.finish()
    night.assert_over()
    night.assert_the_right_ones_went_on()


def a_large_night(format_name: str, entrants: int, seed: str) -> None:
    """Sizes beyond what Hypothesis has time for; the draws themselves are tried up to 1,024 apart."""
    luck = Random(f"{seed} {format_name} {entrants}")
    night = Night(format_name, entrants)
    steps = [(luck.choice(ACTIONS), luck.randrange(1000)) for _ in range(15)]
    with told_on_failure(format=format_name, entrants=entrants):
        play_through(night, steps)


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_larger_event_comes_to_its_end_too(format_name: str) -> None:
    a_large_night(format_name, sampled(list(FORMATS))[format_name], SEED)


@pytest.mark.parametrize(("entrants", "format_name"), list(product(wanted(), FORMATS)))
def test_an_event_of_any_size_comes_to_its_end(entrants: int, format_name: str) -> None:
    """Run by ``NIGHTS=2-200``; see CONTRIBUTING."""
    a_large_night(format_name, entrants, SEED)
