"""The worked cases of docs/rules.md, "Moving", and more of the kind."""

from __future__ import annotations

import pytest

from rules_core.board import Position
from rules_core.dice import ROLLS
from rules_core.plays import legal_plays

pytestmark = pytest.mark.unit

CLOSED_BOARD = dict.fromkeys(range(1, 7), 2)


def results(position: Position, dice: tuple[int, int]) -> set[Position]:
    """The boards a roll can lead to, still seen by the player who rolled."""
    return {play.after.swapped() for play in legal_plays(position, dice)}


def test_both_numbers_blocked_one_by_one_but_the_sum_open_is_no_move() -> None:
    # The checker on 24 finds 18 and 21 held; 15, which it may not reach, is open.
    position = Position.of({24: 1}, {7: 2, 4: 2})
    assert results(position, (6, 3)) == set()


def test_six_three_playable_only_three_first() -> None:
    # 24/18 is blocked, 24/21 is open and so is 21/15.
    position = Position.of({24: 1}, {7: 2})
    assert [play.steps for play in legal_plays(position, (6, 3))] == [((24, 21), (21, 15))]


def test_two_on_the_bar_with_one_entry_blocked_enters_one_and_loses_the_other_number() -> None:
    # The six, the higher number, is blocked: the modern rule enters with the three.
    position = Position.of({25: 2, 13: 3}, {6: 2})
    assert [play.steps for play in legal_plays(position, (6, 3))] == [((25, 22),)]


def test_a_closed_board_leaves_no_play_for_any_roll() -> None:
    position = Position.of({25: 1, 13: 5}, CLOSED_BOARD)
    assert {dice: results(position, dice) for dice in ROLLS} == {dice: set() for dice in ROLLS}


def test_bear_off_six_four_where_six_off_is_illegal() -> None:
    """6/off would leave no four; only 6/2 and 5/off play both numbers."""
    position = Position.of({6: 1, 5: 1}, {24: 2})
    assert results(position, (6, 4)) == {Position.of({2: 1}, {24: 2})}


def test_bear_off_four_two_played_as_four_to_two_and_two_off() -> None:
    position = Position.of({4: 1, 2: 4}, {})
    # 4/2 with the two, then the four bears off from 2, now the highest point.
    assert Position.of({2: 4}, {}) in results(position, (4, 2))
    assert ((4, 2), (2, 0)) in [play.steps for play in legal_plays(position, (4, 2))]


def test_four_one_with_one_checker_on_two_and_an_opposing_blot_on_one() -> None:
    """Only 2/1*/off: bearing off at once with the four would leave the one unplayed."""
    position = Position.of({2: 1}, {24: 1})
    (play,) = legal_plays(position, (4, 1))
    assert play.steps == ((2, 1), (1, 0))
    assert [move.hits for move in play.moves] == [True, False]
    assert play.after == Position.of({25: 1}, {})


def test_either_number_but_not_both_plays_the_higher() -> None:
    # 10/4 and 10/7 are open; from either, the other number would land on 1.
    position = Position.of({10: 1}, {24: 2})
    assert [play.steps for play in legal_plays(position, (6, 3))] == [((10, 4),)]


def test_a_double_is_played_as_often_as_possible() -> None:
    # 24/21/18/15 and then 12 is held.
    position = Position.of({24: 1}, {13: 2})
    assert [play.steps for play in legal_plays(position, (3, 3))] == [
        ((24, 21), (21, 18), (18, 15))
    ]


def test_a_number_above_every_checker_bears_off_from_the_highest_point() -> None:
    position = Position.of({4: 1, 3: 1}, {})
    assert results(position, (6, 5)) == {Position.of({}, {})}


def test_a_higher_checker_must_move_before_a_lower_one_bears_off() -> None:
    position = Position.of({6: 1, 2: 2}, {})
    assert [play.steps for play in legal_plays(position, (3, 3))] == [
        ((6, 3), (3, 0), (2, 0), (2, 0))
    ]


def test_bearing_off_is_never_forced_while_another_move_uses_the_number() -> None:
    position = Position.of({6: 1, 2: 2}, {})
    assert results(position, (2, 1)) == {
        Position.of({6: 1, 1: 1}, {}),  # 2/off 2/1
        Position.of({5: 1, 2: 1}, {}),  # 6/5 2/off
        Position.of({4: 1, 2: 1, 1: 1}, {}),  # 6/4 2/1
        Position.of({3: 1, 2: 2}, {}),  # 6/3
    }


def test_nothing_is_borne_off_while_a_checker_is_outside_home() -> None:
    # 7/6 is blocked, so the checkers on 1 stay where they are.
    position = Position.of({7: 1, 1: 2}, {19: 2})
    assert results(position, (1, 1)) == set()
