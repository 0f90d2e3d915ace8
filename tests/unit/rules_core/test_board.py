"""Where checkers may stand, and how a finished game counts."""

from __future__ import annotations

import pytest

from rules_core.board import ImpossiblePosition, Position
from rules_core.kinds import Kind

pytestmark = pytest.mark.unit


def test_the_start_has_fifteen_checkers_and_167_pips_a_side() -> None:
    start = Position.start()
    assert (sum(start.mine), sum(start.theirs)) == (15, 15)
    assert start.pip_counts == (167, 167)
    assert start.borne_off == (0, 0)
    assert start.kind is None


def test_passing_the_turn_twice_gives_the_same_board() -> None:
    position = Position.of({24: 1, 6: 3}, {13: 5})
    assert position.swapped() == Position.of({13: 5}, {24: 1, 6: 3})
    assert position.swapped().swapped() == position


def test_a_position_is_written_as_it_is_made() -> None:
    assert repr(Position.of({6: 3, 25: 1}, {2: 2})) == "Position.of({25: 1, 6: 3}, {2: 2})"


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        pytest.param({6: 16}, {}, id="too many checkers"),
        pytest.param({6: -1}, {}, id="fewer than none"),
        pytest.param({26: 1}, {}, id="no such point"),
        pytest.param({0: 3, 6: 3}, {}, id="checkers missing"),
        pytest.param({6: 1}, {19: 1}, id="both on one point"),
    ],
)
def test_an_impossible_position_is_refused(mine: dict[int, int], theirs: dict[int, int]) -> None:
    with pytest.raises(ImpossiblePosition) as refusal:
        Position.of(mine, theirs)
    assert refusal.value.code == "impossible_position"


@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        pytest.param({6: 14}, Kind.SINGLE, id="one borne off"),
        pytest.param({6: 14, 0: 1}, Kind.SINGLE, id="one borne off, said"),
        pytest.param({24: 14}, Kind.SINGLE, id="one borne off, the rest in the winner's home"),
        pytest.param({18: 15}, Kind.GAMMON, id="none off, none in the winner's home"),
        pytest.param({19: 1, 6: 14}, Kind.BACKGAMMON, id="in the winner's home"),
        pytest.param({25: 1, 6: 14}, Kind.BACKGAMMON, id="on the bar"),
    ],
)
def test_the_kind_follows_from_the_losers_checkers(loser: dict[int, int], kind: Kind) -> None:
    assert Position.of(loser, {}).kind == kind
    assert Position.of({}, loser).kind == kind


def test_kinds_count_once_twice_and_three_times() -> None:
    assert [kind.multiplier for kind in Kind] == [1, 2, 3]
