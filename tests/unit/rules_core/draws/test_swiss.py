"""Swiss events, with and without lives, from the first round to the last."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.history import Contender, HistoryNotValid, RoundPairing, records
from rules_core.draws.settings import FirstRound, LateEntry, SwissSettings
from rules_core.draws.swiss import last_round, next_round, rounds_planned
from rules_core.sides import Side
from tests.unit.rules_core.draws.rounds import field, met, results, swiss

pytestmark = [pytest.mark.unit, pytest.mark.slow]

SIZES = [*range(2, 201), 511, 1024]


def test_nine_people_can_play_three_rounds() -> None:
    rounds = swiss(field(9), SwissSettings(rounds=3), seed=1)

    assert [len(played) for played in rounds] == [5, 5, 5]
    assert max(Counter(met(rounds)).values()) == 1
    assert len({m.a for played in rounds for m in played if m.b is None}) == 3


def test_every_size_plays_its_rounds_without_a_rematch() -> None:
    for entrants in SIZES:
        chosen = SwissSettings(rounds=min(7, entrants // 2 or 1))
        rounds = swiss(field(entrants), chosen, seed=entrants, forfeits=0.02)

        assert len(rounds) == chosen.rounds
        assert max(Counter(met(rounds)).values()) == 1
        for played in rounds:
            seats = Counter(key for m in played for key in (m.a, m.b) if key is not None)
            assert seats == Counter(range(1, entrants + 1))


@pytest.mark.parametrize("entrants", range(2, 11))
def test_a_small_field_plays_as_many_rounds_as_can_be_without_a_rematch(entrants: int) -> None:
    most = entrants - 1 + entrants % 2
    for seed in range(4):
        rounds = swiss(field(entrants), SwissSettings(rounds=most), seed=seed)

        assert max(Counter(met(rounds)).values()) == 1
        assert set(Counter(m.a for r in rounds for m in r if m.b is None).values()) <= {1}


def test_more_rounds_than_opponents_repeat_each_meeting_as_rarely_as_can_be() -> None:
    rounds = swiss(field(4), SwissSettings(rounds=6), seed=3)

    assert list(Counter(met(rounds)).values()) == [2] * 6


def test_without_a_number_there_are_as_many_rounds_as_leave_one_unbeaten() -> None:
    assert [rounds_planned(n, SwissSettings()) for n in (2, 3, 8, 9, 300)] == [1, 2, 3, 4, 9]


def test_the_same_seed_gives_the_same_round_and_another_seed_another() -> None:
    first = next_round(field(40), [], SwissSettings(), seed="s")

    assert next_round(field(40), [], SwissSettings(), seed="s") == first
    assert next_round(field(40), [], SwissSettings(), seed="t") != first


def test_by_rating_the_upper_half_meets_the_lower_and_the_last_has_the_bye() -> None:
    chosen = SwissSettings(first_round=FirstRound.RATING)
    first = next_round(field(7), [], chosen, seed="s")

    assert first is not None
    assert first.pairs == ((7, 4), (6, 3), (5, 2))
    assert first.byes == (1,)


def test_by_rating_club_mates_are_kept_apart() -> None:
    contenders = [
        Contender(n, rating=float(-n), club="home" if n in (1, 4) else None) for n in range(1, 7)
    ]
    chosen = SwissSettings(first_round=FirstRound.RATING, avoid_same_club=True)
    first = next_round(contenders, [], chosen, seed="s")

    assert first is not None
    assert first.pairs == ((1, 5), (2, 4), (3, 6))


def test_a_withdrawn_entrant_is_left_out() -> None:
    first = swiss(field(6), SwissSettings(rounds=1), seed=1)
    contenders = [Contender(n, withdrawn=n in (2, 5)) for n in range(1, 7)]
    second = next_round(contenders, first, SwissSettings(rounds=2), seed="1")

    assert second is not None
    assert {key for pair in second.pairs for key in pair} == {1, 3, 4, 6}


@pytest.mark.parametrize(("late_entry", "score"), [(LateEntry.LOSS, 0), (LateEntry.BYE, 2)])
def test_rounds_missed_by_coming_late_count_as_set(late_entry: LateEntry, score: int) -> None:
    rounds = swiss(field(8), SwissSettings(rounds=2), seed=1)
    table = records([*field(8), Contender("late")], rounds, late_entry)

    assert (table["late"].score, table["late"].byes) == (score, score)
    assert table["late"].losses == 2 - score


@pytest.mark.parametrize("missed", [None, 1])
def test_rounds_after_a_latecomer_has_left_are_lost(missed: int | None) -> None:
    rounds = swiss(field(8), SwissSettings(rounds=3), seed=1)
    gone = Contender("late", withdrawn=True, missed=missed)
    record = records([*field(8), gone], rounds, LateEntry.BYE)["late"]

    assert (record.score, record.byes, record.losses) == (
        missed or 0,
        missed or 0,
        3 - (missed or 0),
    )


def test_a_latecomer_who_left_and_is_back_has_lost_the_rounds_between() -> None:
    rounds = [
        [RoundPairing(1, 2, Side.A)],
        [RoundPairing(1, 2, Side.A)],
        [RoundPairing(1, 3, Side.B)],
    ]
    contenders = [Contender(1), Contender(2), Contender(3, missed=1)]
    record = records(contenders, rounds, LateEntry.BYE)[3]

    assert (record.score, record.byes, record.losses) == (2, 1, 1)


def test_a_latecomer_adds_no_round_unless_there_are_lives() -> None:
    late = Contender(9, missed=2)

    assert last_round([*field(8), late], SwissSettings()) == 3
    assert last_round([*field(8), late], SwissSettings(lives=2)) == 18
    three = swiss(field(8), SwissSettings(), seed=1)
    assert next_round([*field(8), late], three[:2], SwissSettings(), seed="1") is not None
    assert next_round([*field(8), late], three, SwissSettings(), seed="1") is None


def test_a_round_missed_after_a_return_is_lost() -> None:
    rounds = [[RoundPairing(1, 2, Side.A)], [], [RoundPairing(2, 1, Side.A)]]
    table = records([Contender(1), Contender(2)], rounds, LateEntry.BYE)

    assert [(table[n].score, table[n].losses) for n in (1, 2)] == [(1, 2), (1, 2)]


@pytest.mark.parametrize(
    "played",
    [[RoundPairing(1, 9, Side.A)], [RoundPairing(1, 2, Side.A), RoundPairing(2, 3, Side.A)]],
    ids=["stranger", "twice"],
)
def test_a_round_that_cannot_have_been_is_refused(played: list[RoundPairing]) -> None:
    with pytest.raises(HistoryNotValid):
        next_round(field(4), [played], SwissSettings(), seed="s")


def losses(rounds: list[list[RoundPairing]]) -> Counter[object]:
    return Counter(
        key
        for played in rounds
        for m in played
        for key in (m.a, m.b)
        if key is not None and not m.won_by(key)
    )


def test_lives_end_with_at_most_one_left_for_every_size() -> None:
    for entrants in SIZES[:199]:
        lives = 1 + entrants % 3
        lost = losses(swiss(field(entrants), SwissSettings(lives=lives), seed=entrants))
        beaten = [n for n in range(1, entrants + 1) if lost[n] == lives]
        assert len(beaten) == entrants - 1
        assert max(lost.values()) == lives


@settings(max_examples=40, deadline=None)
@given(entrants=st.integers(2, 40), lives=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_lives_end_whatever_is_forfeited(entrants: int, lives: int, seed: int) -> None:
    rounds = swiss(field(entrants), SwissSettings(lives=lives), seed, forfeits=0.2)
    lost = losses(rounds)

    assert sum(lost[n] < lives for n in range(1, entrants + 1)) <= 1
    assert max(lost.values()) <= lives


def test_three_with_one_life_each_finish_by_a_bye_and_two_matches() -> None:
    rounds = swiss(field(3), SwissSettings(lives=1), seed=5)

    assert [[m.b is None for m in played] for played in rounds] == [[False, True], [False]]


@settings(max_examples=25, deadline=None)
@given(entrants=st.integers(2, 60), seed=st.integers(0, 10**6))
def test_entrants_come_and_go_and_every_round_seats_all_who_are_there(
    entrants: int, seed: int
) -> None:
    random = Random(seed)
    contenders = field(entrants)
    rounds: list[list[RoundPairing]] = []
    chosen = SwissSettings(rounds=6, late_entry=random.choice(list(LateEntry)))
    while (pairs := next_round(contenders, rounds, chosen, seed="s")) is not None:
        there = sorted(c.id for c in contenders if not c.withdrawn)
        assert sorted([key for pair in pairs.pairs for key in pair] + [*pairs.byes]) == there
        rounds.append(results(pairs, random, forfeits=0.1))
        contenders = [
            Contender(c.id, withdrawn=c.withdrawn != (random.random() < 0.1)) for c in contenders
        ] + [Contender(len(contenders) + 1)] * (random.random() < 0.3)
