"""Legal plays, against the reference data and a search of every order (docs/rules.md, "Moving")."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from rules_core.board import Position
from rules_core.dice import ImpossibleDice, rolls_that_reach
from rules_core.notation.position_id import position_id, read_position_id
from rules_core.plays import Move, legal_plays
from tests.unit.rules_core.every_order import all_results
from tests.unit.rules_core.random_games import positions, positions_with_dice, rolls

pytestmark = pytest.mark.unit

DATA = Path(__file__).parents[2] / "data" / "legal_plays.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text().splitlines()]


def test_all_608_reference_cases_agree() -> None:
    assert len(CASES) == 608
    for case in CASES:
        plays = legal_plays(read_position_id(case["position"]), tuple(case["dice"]))
        assert sorted(position_id(play.after) for play in plays) == sorted(case["after"]), case


def test_the_hit_table() -> None:
    table = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3}
    assert {distance: rolls_that_reach(distance) for distance in table} == table


def test_a_die_shows_one_to_six() -> None:
    with pytest.raises(ImpossibleDice):
        legal_plays(Position.start(), (0, 7))


def test_a_play_marks_the_first_checker_to_land_as_the_one_that_hits() -> None:
    position = Position.of({8: 1, 6: 1}, {20: 1})
    (play,) = (
        play for play in legal_plays(position, (3, 1)) if sorted(play.steps) == [(6, 5), (8, 5)]
    )
    assert [move.hits for move in play.moves] == [True, False]
    assert play.after == Position.of({25: 1}, {5: 2})
    assert Move(8, 5, True) in play.moves


@settings(max_examples=150, deadline=None)
@given(positions_with_dice())
def test_random_games_keep_fifteen_checkers_a_side(
    situation: tuple[Position, tuple[int, int]],
) -> None:
    position, dice = situation
    for play in legal_plays(position, dice):
        assert (sum(play.after.mine), sum(play.after.theirs)) == (15, 15)


@settings(max_examples=150, deadline=None)
@given(positions_with_dice())
def test_the_search_finds_what_trying_everything_finds(
    situation: tuple[Position, tuple[int, int]],
) -> None:
    position, dice = situation
    results = [play.after.swapped() for play in legal_plays(position, dice)]
    assert len(set(results)) == len(results)
    assert set(results) == all_results(position, dice)


@settings(max_examples=300, deadline=None)
@given(positions(), rolls)
def test_the_search_is_right_in_positions_no_game_would_reach(
    position: Position, dice: tuple[int, int]
) -> None:
    results = [play.after.swapped() for play in legal_plays(position, dice)]
    assert len(set(results)) == len(results)
    assert set(results) == all_results(position, dice)
