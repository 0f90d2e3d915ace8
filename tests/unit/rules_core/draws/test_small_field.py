"""Few players and many rounds: whoever meets again does so because nobody else is left."""

from __future__ import annotations

from collections import Counter

import pytest

from rules_core.draws.history import Contender, Key, RoundPairing
from rules_core.draws.matching import SwissPlayer
from rules_core.draws.pairing import pair
from rules_core.draws.settings import SwissSettings
from rules_core.draws.small_field import planned_to_the_end
from tests.unit.rules_core.draws.rounds import field, met, swiss

pytestmark = [pytest.mark.unit, pytest.mark.slow]

Pair = frozenset[Key | None]


def seats(played: list[RoundPairing]) -> list[Pair]:
    """Who sat with whom; None is the empty chair."""
    return [frozenset((m.a, m.b)) for m in played]


def most_rounds(entrants: int) -> int:
    """As many rounds as there can be without a rematch."""
    return entrants - 1 + entrants % 2


@pytest.mark.parametrize("entrants", range(2, 11))
def test_nobody_meets_again_before_everybody_has_met_everybody(entrants: int) -> None:
    for number in range(1, 2 * entrants + 1):
        often: Counter[Pair] = Counter()
        rounds = swiss(field(entrants), SwissSettings(rounds=number), seed=number)
        assert len(rounds) == number
        for place, played in enumerate(rounds):
            often.update(seats(played))
            assert max(often.values()) == 1 + place // most_rounds(entrants)


@pytest.mark.parametrize("entrants", [11, 12])
def test_above_ten_a_round_has_a_rematch_only_if_it_cannot_be_paired_without(entrants: int) -> None:
    for number in (entrants - 1, 2 * entrants):
        so_far: set[Pair] = set()
        rounds = swiss(field(entrants), SwissSettings(rounds=number), seed=number)
        assert len(rounds) == number
        for played in rounds:
            again = so_far.intersection(seats(played))
            assert not again or not can_be_paired(chairs(entrants), so_far)
            so_far.update(seats(played))


def chairs(entrants: int) -> tuple[Key | None, ...]:
    return (*range(1, entrants + 1), None) if entrants % 2 else tuple(range(1, entrants + 1))


def can_be_paired(waiting: tuple[Key | None, ...], so_far: set[Pair]) -> bool:
    if not waiting:
        return True
    first, *others = waiting
    return any(
        can_be_paired(tuple(key for key in others if key != partner), so_far)
        for partner in others
        if frozenset((first, partner)) not in so_far
    )


def test_more_rounds_than_opponents_are_paired_like_as_many_as_there_are_opponents() -> None:
    for entrants in range(2, 11):
        contenders = [Contender(number) for number in range(1, entrants + 1)]
        enough = {"rounds": most_rounds(entrants)}

        assert pair("swiss", contenders, [], {"rounds": 99}, seed="s") == pair(
            "swiss", contenders, [], enough, seed="s"
        )


def test_a_second_time_round_is_planned_like_the_first() -> None:
    for seed in range(4):
        rounds = swiss(field(6), SwissSettings(rounds=10), seed=seed)

        assert set(Counter(met(rounds)).values()) == {2}


def test_a_search_that_takes_too_long_is_given_up() -> None:
    players = [SwissPlayer(number, 0, {}) for number in range(10)]

    assert planned_to_the_end(players, 8, most_steps=5) is None
    assert planned_to_the_end(players, 8) is not None
