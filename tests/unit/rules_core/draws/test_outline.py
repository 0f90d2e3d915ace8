"""What a stage will take, before it starts."""

from __future__ import annotations

from typing import Any

import pytest

from rules_core.draws.formats import plan
from rules_core.draws.outline import RoundOutline, outline
from rules_core.draws.settings import SettingsNotValid
from rules_core.draws.single_elimination import TooFewEntrants

pytestmark = pytest.mark.unit


def test_an_elimination_counts_matches_and_byes_round_by_round() -> None:
    found = outline("single_elimination", 6, {"lengths": {"main": [5, 7, 9]}})

    assert found == (
        RoundOutline("main", 1, 5, matches=2, byes=2),
        RoundOutline("main", 2, 7, matches=2, byes=0),
        RoundOutline("main", 3, 9, matches=1, byes=0),
    )


@pytest.mark.parametrize("entrants", [2, 7, 8, 33, 100])
def test_a_double_elimination_takes_twice_the_entrants_less_two_and_a_final(entrants: int) -> None:
    found = outline("double_elimination", entrants)

    assert sum(each.matches for each in found) == 2 * entrants - 2
    assert len(found) == len(
        {(p.bracket, p.round) for p in plan("double_elimination", entrants).pairings}
    )


def test_a_swiss_has_its_rounds_and_one_bye_in_each_if_odd() -> None:
    found = outline("swiss", 9, {"rounds": 3, "lengths": {"main": [5, 7], "from_final": True}})

    assert [(each.round, each.length, each.matches, each.byes) for each in found] == [
        (1, 7, 4, 1),
        (2, 7, 4, 1),
        (3, 5, 4, 1),
    ]


@pytest.mark.parametrize(
    ("entrants", "lives", "matches"),
    [(8, 1, [4, 2, 1]), (4, 2, [2, 2, 1, 1]), (3, 1, [1, 1]), (2, 3, [1, 1, 1])],
)
def test_lives_thin_the_field(entrants: int, lives: int, matches: list[int]) -> None:
    found = outline("swiss_lives", entrants, {"lives": lives})

    assert [each.matches for each in found] == matches


@pytest.mark.parametrize(
    "given",
    [
        {"lengths": {"main": [11, 9, 7], "from_final": True}},
        {"lengths": {"main": [11, 9, 7]}, "from_final": True},
        {"lengths": {"main": [11, 9, 7], "from_final": True}, "rounds": 5},
    ],
)
def test_lengths_with_lives_are_not_counted_from_a_final_that_nobody_knows(
    given: dict[str, Any],
) -> None:
    with pytest.raises(SettingsNotValid, match="from the first round on") as refusal:
        outline("swiss_lives", 8, {"lives": 2, **given})

    assert refusal.value.facts["setting"] == "from_final"


def test_lengths_with_lives_are_those_of_the_outline_round_by_round() -> None:
    given = {"lives": 2, "lengths": {"main": [5, 7], "from_final": False}}

    assert [each.length for each in outline("swiss_lives", 8, given)] == [5, 7, 7, 7, 7]


def test_a_round_robin_has_every_pair_once() -> None:
    found = outline("round_robin", 5)

    assert [(each.matches, each.byes) for each in found] == [(2, 1)] * 5


def test_one_entrant_is_no_swiss() -> None:
    with pytest.raises(TooFewEntrants):
        outline("swiss", 1)
