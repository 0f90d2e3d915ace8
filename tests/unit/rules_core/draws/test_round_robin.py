"""Round robins of every size, in pools, in legs, cut short."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules_core.draws.formats import plan
from rules_core.draws.history import Contender, Round, RoundPairing
from rules_core.draws.pairing import PlannedInAdvance, pair
from rules_core.draws.plan import Plan, Seed
from rules_core.draws.round_robin import dealt, pool_schedules, schedule, snaked
from rules_core.draws.settings import RoundRobinSettings, SettingsNotValid
from rules_core.draws.single_elimination import TooFewEntrants
from rules_core.sides import Side
from tests.unit.rules_core.draws.rounds import field

pytestmark = pytest.mark.unit


def meetings(made: Plan) -> Counter[tuple[int, int]]:
    return Counter(
        (min(p.a.number, p.b.number), max(p.a.number, p.b.number))
        for p in made.pairings
        if isinstance(p.a, Seed) and isinstance(p.b, Seed)
    )


def seats(made: Plan) -> Counter[tuple[str, int, int]]:
    return Counter(
        (p.bracket, p.round, slot.number)
        for p in made.pairings
        for slot in (p.a, p.b)
        if isinstance(slot, Seed)
    )


@pytest.mark.parametrize("legs", [1, 2, 3])
def test_everybody_meets_everybody_once_a_leg(legs: int) -> None:
    for entrants in range(2, 31):
        made = plan("round_robin", entrants, {"legs": legs})
        every = combinations(range(1, entrants + 1), 2)

        assert meetings(made) == Counter(dict.fromkeys(every, legs))
        assert set(seats(made).values()) == {1}
        assert len(made.rounds("main")) == legs * (entrants - 1 + entrants % 2)


@pytest.mark.slow
def test_every_size_up_to_two_hundred_has_its_schedule() -> None:
    for entrants in range(2, 201):
        rounds = schedule(list(range(1, entrants + 1)))
        pairs = [(a or 0, b or 0) for seats in rounds for a, b in seats]
        met = {a * 1000 + b if a < b else b * 1000 + a for a, b in pairs}
        chairs = entrants + entrants % 2

        assert len(met) == len(pairs) == chairs * (chairs - 1) // 2


def test_in_two_legs_everybody_is_named_first_as_often_as_second() -> None:
    made = plan("round_robin", 6, {"legs": 2})

    assert Counter(p.a for p in made.pairings) == Counter(p.b for p in made.pairings)


def test_cut_short_everybody_plays_as_many_matches() -> None:
    made = plan("round_robin", 12, {"max_rounds": 5})
    played = Counter(seed for met in meetings(made) for seed in met)

    assert played == Counter(dict.fromkeys(range(1, 13), 5))


def test_pools_are_dealt_to_and_fro() -> None:
    assert snaked(10, 3) == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]


def test_a_latecomer_in_the_empty_chair_moves_nobody() -> None:
    chosen = RoundRobinSettings(pools=2)
    before = dict(pool_schedules(9, chosen))
    after = dict(pool_schedules(10, chosen, pool_of=[*dealt(9, 2), 1]))

    assert after["pool_2"] == before["pool_2"]
    assert [[(a or 10, b or 10) for a, b in seats] for seats in before["pool_1"]] == after["pool_1"]


def test_each_pool_is_a_bracket_of_its_own() -> None:
    made = plan("round_robin", 9, {"pools": 2, "lengths": {"main": [5], "pool_2": [7]}})

    assert made.brackets == ("pool_1", "pool_2")
    assert {(p.bracket, p.length) for p in made.pairings} == {("pool_1", 5), ("pool_2", 7)}
    assert len(meetings(made)) == 10 + 6


def test_a_pool_needs_two_entrants() -> None:
    with pytest.raises(SettingsNotValid) as refusal:
        plan("round_robin", 5, {"pools": 3})

    assert refusal.value.message == "3 pools need at least 6 entrants, two for each."


def test_one_entrant_is_no_round_robin() -> None:
    with pytest.raises(TooFewEntrants):
        plan("round_robin", 1)


def as_played(pairs: Round) -> list[RoundPairing]:
    return [RoundPairing(a, b, Side.A) for a, b in pairs.pairs]


def test_round_by_round_it_is_the_same_schedule() -> None:
    contenders = field(7)
    rounds: list[list[RoundPairing]] = []
    while (pairs := pair("round_robin", contenders, rounds, {"pools": 2}, seed="s")) is not None:
        rounds.append(as_played(pairs))

    assert len(rounds) == 3
    assert max(Counter(frozenset((m.a, m.b)) for r in rounds for m in r).values()) == 1
    assert sum(len(played) for played in rounds) == 3 + 6


def test_who_would_meet_a_withdrawn_entrant_sits_out() -> None:
    contenders = [Contender(n, withdrawn=n == 2) for n in range(1, 5)]
    first = pair("round_robin", contenders, [], {}, seed="s")

    assert first is not None
    assert len(first.pairs) == 1
    assert len(first.byes) == 1


def test_an_elimination_is_not_paired_round_by_round() -> None:
    with pytest.raises(PlannedInAdvance):
        pair("single_elimination", field(4), [], {}, seed="s")
