"""The rest of a Swiss, with and without lives, and of a round robin, played many times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.advancement import Outcome, play_through
from rules_core.draws.formats import plan as plan_of
from rules_core.draws.history import Contender, RoundPairing
from rules_core.draws.settings import RoundRobinSettings, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import next_round
from rules_core.forecasts import Forecast, round_robin_forecast, swiss_forecast
from rules_core.forecasts.runs import RatingsMissing, RunsOutOfRange
from rules_core.ratings.fibs import win_probability
from rules_core.sides import Side

pytestmark = pytest.mark.unit


def swiss(
    entrants: int,
    so_far: Sequence[Sequence[RoundPairing]] = (),
    *,
    ratings: Sequence[float] = (),
    withdrawn: Sequence[int] = (),
    under_way: dict[tuple[int, int], float] | None = None,
    runs: int = 4000,
    seed: str = "s",
    **options: Any,
) -> Forecast:
    code = "swiss_lives" if "lives" in options else "swiss"
    read = read_settings(code, options)
    assert isinstance(read, SwissSettings)
    return swiss_forecast(
        [Contender(n, withdrawn=n in withdrawn) for n in range(1, entrants + 1)],
        so_far,
        read,
        ratings or [1500.0] * entrants,
        seed=seed,
        length_of=lambda _: 7,
        under_way=under_way,
        runs=runs,
    )


def robin(
    entrants: int,
    outcomes: dict[str, Outcome] | None = None,
    *,
    ratings: Sequence[float] = (),
    withdrawn: Sequence[int] = (),
    under_way: dict[str, float] | None = None,
    runs: int = 4000,
    **options: Any,
) -> Forecast:
    plan = plan_of("round_robin", entrants, options, length=5)
    read = read_settings("round_robin", options)
    assert isinstance(read, RoundRobinSettings)
    return round_robin_forecast(
        plan,
        play_through(plan, outcomes or {}, withdrawn),
        read,
        ratings or [1500.0] * entrants,
        seed="s",
        under_way=under_way,
        withdrawn=withdrawn,
        runs=runs,
    )


def met(a: int, b: int, winner: Side | None = Side.A, *, decided: bool = True) -> RoundPairing:
    return RoundPairing(a, b, winner if decided else None, length=7, decided=decided)


@pytest.mark.parametrize("options", [{}, {"rounds": 3}, {"lives": 2}, {"lives": 1}])
@pytest.mark.parametrize("entrants", [2, 5, 8, 13])
def test_one_of_them_wins_each_run_of_a_swiss(entrants: int, options: dict[str, Any]) -> None:
    found = swiss(entrants, runs=500, **options)
    assert sum(found.wins["main"].values()) == 500
    assert set(found.wins["main"]) <= set(range(1, entrants + 1))


def test_equals_have_equal_chances_in_a_swiss() -> None:
    found = swiss(8, runs=16_000)
    for entrant in range(1, 9):
        assert abs(found.winning(entrant).value - 1 / 8) < 0.015


def test_the_last_match_of_a_swiss_decides_with_its_chance() -> None:
    """Two unbeaten meet in the last round, and whoever wins has more points than anybody."""
    first = [met(1, 2), met(3, 4)]
    last = [met(1, 3, decided=False), met(2, 4, decided=False)]
    found = swiss(4, [first, last], rounds=2, ratings=[1700.0, 1500, 1500, 1500], runs=20_000)
    assert abs(found.winning(1).value - win_probability(200, 7)) < 0.015
    assert found.winning(2).times == found.winning(4).times == 0
    at_score = swiss(4, [first, last], rounds=2, under_way={(1, 3): 0.95}, runs=20_000)
    assert abs(at_score.winning(1).value - 0.95) < 0.01


def test_with_one_life_a_swiss_is_as_hard_as_an_elimination() -> None:
    ratings = [1800.0, 1500, 1500, 1500]
    found = swiss(4, lives=1, ratings=ratings, runs=20_000)
    assert abs(found.winning(1).value - win_probability(300, 7) ** 2) < 0.015


def test_a_bye_goes_to_who_has_had_the_fewest_of_them() -> None:
    """The only one with two lives rests in the third round, then has two tries against whoever is left."""
    rounds = [
        [met(1, 2), RoundPairing(3, None, Side.A)],
        [met(1, 3), RoundPairing(2, None, Side.A)],
    ]
    settings = read_settings("swiss_lives", {"lives": 2})
    assert isinstance(settings, SwissSettings)
    third = next_round([Contender(n) for n in (1, 2, 3)], rounds, settings, seed="s")
    assert third
    assert third.byes == (1,)
    found = swiss(3, rounds, lives=2, runs=20_000)
    assert abs(found.winning(1).value - 3 / 4) < 0.015


def test_who_has_no_life_left_wins_nothing() -> None:
    rounds = [[met(1, 2), met(3, 4)]]
    found = swiss(4, rounds, lives=1)
    assert found.winning(2).times == found.winning(4).times == 0
    assert sum(found.wins["main"].values()) == found.runs


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 12), st.data())
def test_who_has_left_wins_nothing_and_does_not_qualify(entrants: int, data: st.DataObject) -> None:
    gone = sorted(data.draw(st.sets(st.integers(1, entrants), max_size=entrants - 2)))
    for found in (
        swiss(entrants, withdrawn=gone, runs=60, qualify=2),
        swiss(entrants, withdrawn=gone, runs=60, lives=2),
        robin(entrants, withdrawn=gone, runs=60, qualify=2),
    ):
        assert not set(found.wins["main"]) & set(gone)
        assert not set(found.qualified) & set(gone)
        assert sum(found.wins["main"].values()) == 60


def test_rounds_paired_by_the_engine_can_be_played_on() -> None:
    """Halfway through a real Swiss with a bye the leader is the favourite."""
    read = read_settings("swiss", {"rounds": 4})
    assert isinstance(read, SwissSettings)
    contenders = [Contender(n) for n in range(1, 8)]
    rounds: list[list[RoundPairing]] = []
    for _ in range(2):
        paired = next_round(contenders, rounds, read, seed="s")
        assert paired is not None
        byes = [RoundPairing(bye, None, Side.A) for bye in paired.byes]
        pairs = [met(min(int(a), int(b)), max(int(a), int(b))) for a, b in paired.pairs]
        rounds.append([*byes, *pairs])
    found = swiss(7, rounds, rounds=4, qualify=3)
    assert max(found.wins["main"], key=lambda seed: found.wins["main"][seed]) == 1
    assert sum(found.qualified.values()) == 3 * found.runs


def test_a_round_robin_of_three_by_hand() -> None:
    """Every way the three matches can end, with its probability; of three who are level one is drawn."""
    ratings = [1650.0, 1500.0, 1400.0]
    plan = plan_of("round_robin", 3, {}, length=5)
    pairs = [
        (p.a.number, p.b.number)
        for p in plan.pairings
        if hasattr(p.a, "number") and hasattr(p.b, "number")
    ]
    expected = dict.fromkeys((1, 2, 3), 0.0)
    for ending in product((0, 1), repeat=3):
        probability, wins = 1.0, dict.fromkeys((1, 2, 3), 0)
        for (a, b), who in zip(pairs, ending, strict=True):
            chance = win_probability(ratings[a - 1] - ratings[b - 1], 5)
            probability *= (chance, 1 - chance)[who]
            wins[(a, b)[who]] += 1
        best = [seed for seed in wins if wins[seed] == max(wins.values())]
        for seed in best:
            expected[seed] += probability / len(best)
    found = robin(3, ratings=ratings, runs=40_000)
    for seed, chance in expected.items():
        assert abs(found.winning(seed).value - chance) < 0.012


def test_two_who_are_level_are_separated_by_their_match() -> None:
    plan = plan_of("round_robin", 3, {}, length=5)
    beaten = {frozenset((1, 2)): 1, frozenset((1, 3)): 1, frozenset((2, 3)): 2}
    outcomes = {}
    for p in plan.pairings:
        if hasattr(p.a, "number") and hasattr(p.b, "number"):
            winner = beaten[frozenset((p.a.number, p.b.number))]
            outcomes[p.id] = Outcome.A if p.a.number == winner else Outcome.B
    assert robin(3, outcomes, runs=10).wins["main"] == {1: 10}


def test_each_pool_has_its_winner_and_the_best_go_on() -> None:
    found = robin(12, pools=3, qualify=6, legs=2, runs=300)
    assert set(found.wins) == {"pool_1", "pool_2", "pool_3"}
    assert all(sum(wins.values()) == 300 for wins in found.wins.values())
    assert sum(found.qualified.values()) == 6 * 300


def test_a_match_under_way_in_a_pool_counts_as_it_stands() -> None:
    found = robin(2, under_way={"main-1-1": 0.9}, runs=20_000)
    plan = plan_of("round_robin", 2, {}, length=5)
    first = plan.pairings[0].a
    assert abs(found.winning(first.number).value - 0.9) < 0.01  # type: ignore[union-attr]


def test_the_same_seed_gives_the_same_forecast() -> None:
    assert swiss(9) == swiss(9)
    assert swiss(9) != swiss(9, seed="another")
    assert robin(6) == robin(6)


def test_nonsense_is_refused() -> None:
    with pytest.raises(RatingsMissing):
        swiss(4, ratings=[1500.0])
    with pytest.raises(RatingsMissing):
        robin(4, ratings=[1500.0])
    for runs in (0, 10**9):
        with pytest.raises(RunsOutOfRange):
            swiss(4, runs=runs)
        with pytest.raises(RunsOutOfRange):
            robin(4, runs=runs)
