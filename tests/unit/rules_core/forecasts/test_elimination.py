"""The rest of an elimination, played many times."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.advancement import Outcome, PairingStatus, play_through, propagate
from rules_core.draws.formats import plan as plan_of
from rules_core.draws.plan import Plan, Seed, Slot, WinnerOf
from rules_core.forecasts import Forecast, elimination_forecast
from rules_core.forecasts.runs import RatingsMissing, RunsOutOfRange
from rules_core.ratings.fibs import win_probability
from rules_core.standings.elimination import places

pytestmark = pytest.mark.unit

SHAPES: list[tuple[str, dict[str, Any]]] = [
    ("single_elimination", {}),
    ("single_elimination", {"third_place": True}),
    ("single_elimination", {"consolation": "simple"}),
    ("single_elimination", {"consolation": "progressive", "last_chance": True}),
    ("double_elimination", {}),
    ("double_elimination", {"grand_final": "reset"}),
]
NAMES = [" ".join([shape, *options]) for shape, options in SHAPES]


def forecast(
    plan: Plan,
    outcomes: dict[str, Outcome] | None = None,
    *,
    ratings: list[float] | None = None,
    under_way: dict[str, float] | None = None,
    seed: str = "s",
    runs: int = 2000,
) -> Forecast:
    return elimination_forecast(
        plan,
        play_through(plan, outcomes or {}),
        ratings or [1500.0] * plan.entrants,
        seed=seed,
        under_way=under_way,
        runs=runs,
    )


def chances_by_hand(plan: Plan, ratings: list[float]) -> dict[int, float]:
    """Of winning a plain single elimination: exactly, round by round."""
    coming: dict[str, dict[int, float]] = {}
    for pairing in plan.pairings:
        won: dict[int, float] = defaultdict(float)
        for one, p in _coming_to(pairing.a, coming).items():
            for other, q in _coming_to(pairing.b, coming).items():
                if not (one and other):
                    won[one or other] += p * q
                    continue
                chance = win_probability(ratings[one - 1] - ratings[other - 1], pairing.length)
                won[one] += p * q * chance
                won[other] += p * q * (1 - chance)
        coming[pairing.id] = won
    return coming[plan.pairings[-1].id]


def _coming_to(slot: Slot, coming: dict[str, dict[int, float]]) -> dict[int, float]:
    if isinstance(slot, WinnerOf):
        return coming[slot.pairing]
    return {slot.number if isinstance(slot, Seed) else 0: 1.0}


@pytest.mark.parametrize("entrants", [2, 5, 8, 13])
def test_it_agrees_with_the_exact_chances(entrants: int) -> None:
    plan = plan_of("single_elimination", entrants, length=7)
    ratings = [1900.0 - 60 * number for number in range(entrants)]
    found = forecast(plan, ratings=ratings, runs=20_000)
    for entrant, chance in chances_by_hand(plan, ratings).items():
        counted = found.winning(entrant)
        assert abs(counted.value - chance) < 5 * max(counted.standard_error, 0.0005)


@pytest.mark.parametrize(("shape", "options"), SHAPES, ids=NAMES)
@pytest.mark.parametrize("entrants", [2, 3, 6, 11, 16])
def test_one_run_is_a_way_the_event_can_go(
    shape: str, options: dict[str, Any], entrants: int
) -> None:
    """Decided all but the last match by the engine of the draws, then by one of two winners."""
    plan = plan_of(shape, entrants, options)
    random = Random(entrants)
    outcomes: dict[str, Outcome] = {}
    states = play_through(plan, outcomes)
    while ready := [key for key, state in states.items() if state.status is PairingStatus.READY]:
        for run in range(3):
            once = forecast(plan, outcomes, runs=1, seed=f"{run}")
            check_one_run(plan, outcomes, once)
        key = random.choice(ready)
        outcomes[key] = random.choice([Outcome.A, Outcome.B])
        states |= propagate(plan, states, {key: outcomes[key]})
    (title,) = [placing for placing in places(plan, outcomes) if placing.is_title]
    assert forecast(plan, outcomes, runs=3).wins["main"] == {title.entrant: 3}


def check_one_run(plan: Plan, outcomes: dict[str, Outcome], once: Forecast) -> None:
    """One run fills every round as the plan says, and one entrant wins each bracket that is played."""
    assert sum(once.wins["main"].values()) == 1
    for wins in once.wins.values():
        assert sum(wins.values()) <= 1
    states = play_through(plan, outcomes)
    for (bracket, number), counts in once.reached.items():
        pairings = plan.rounds(bracket)[number]
        assert set(counts.values()) <= {1}
        assert len(counts) <= 2 * len(pairings)
        seats = {seat for p in pairings for seat in (states[p.id].a, states[p.id].b)}
        is_needed = all(states[p.id].needed for p in pairings)
        if is_needed:
            assert {seat for seat in seats if isinstance(seat, int)} <= counts.keys()


@settings(max_examples=30)
@given(st.integers(2, 24), st.sampled_from(SHAPES), st.integers(0, 2**32), st.data())
def test_who_is_out_or_gone_wins_nothing(
    entrants: int, shape: tuple[str, dict[str, Any]], seed: int, data: st.DataObject
) -> None:
    plan = plan_of(shape[0], entrants, shape[1])
    withdrawn = data.draw(st.sets(st.integers(1, entrants), max_size=entrants - 1))
    random, outcomes = Random(seed), dict[str, Outcome]()
    states = play_through(plan, outcomes, withdrawn)
    for _ in range(random.randrange(entrants)):
        ready = [key for key, state in states.items() if state.status is PairingStatus.READY]
        if not ready:
            break
        key = random.choice(ready)
        outcomes[key] = random.choice([Outcome.A, Outcome.B])
        states |= propagate(plan, states, {key: outcomes[key]}, withdrawn)
    found = elimination_forecast(
        plan, states, [1500.0] * entrants, seed="s", runs=50, withdrawn=withdrawn
    )
    out = {placing.entrant for placing in places(plan, outcomes, withdrawn=withdrawn)}
    titles = {p.entrant for p in places(plan, outcomes, withdrawn=withdrawn) if p.is_title}
    winners = set(found.wins["main"])
    assert not winners & withdrawn
    assert not winners & (out - titles)


def test_a_match_under_way_counts_as_it_stands() -> None:
    plan = plan_of("single_elimination", 2)
    found = forecast(plan, under_way={"main-1-1": 0.9}, runs=20_000)
    assert abs(found.winning(1).value - 0.9) < 0.01


def test_what_was_played_is_certain() -> None:
    plan = plan_of("single_elimination", 4)
    found = forecast(plan, {"main-1-1": Outcome.B})
    played = play_through(plan, {"main-1-1": Outcome.B})["main-1-1"]
    assert isinstance(played.winner, int)
    assert isinstance(played.loser, int)
    assert found.winning(played.loser).value == 0
    reached = found.reaching(played.winner, "main", 2)
    assert (reached.value, reached.standard_error) == (1, 0)


def test_the_same_seed_gives_the_same_forecast() -> None:
    plan = plan_of("double_elimination", 9)
    assert forecast(plan) == forecast(plan)
    assert forecast(plan) != forecast(plan, seed="another")


def test_nonsense_is_refused() -> None:
    plan = plan_of("single_elimination", 4)
    with pytest.raises(RatingsMissing):
        forecast(plan, ratings=[1500.0])
    for runs in (0, 10**9):
        with pytest.raises(RunsOutOfRange):
            forecast(plan, runs=runs)
