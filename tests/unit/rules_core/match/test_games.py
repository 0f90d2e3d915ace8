"""What a finished game scores (docs/rules.md, "End of a game" and "Money options")."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_core.errors import RulesError
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchRules, Side

pytestmark = pytest.mark.unit

SEVEN = MatchRules(7)
JACOBY = MatchRules(7, jacoby=True, automatic_doubles=2)


@pytest.mark.parametrize(
    ("kind", "cube", "points"),
    [
        (Kind.SINGLE, 1, 1),
        (Kind.GAMMON, 1, 2),
        (Kind.BACKGAMMON, 1, 3),
        (Kind.SINGLE, 4, 4),
        (Kind.GAMMON, 2, 4),
        (Kind.BACKGAMMON, 8, 24),
    ],
)
def test_points_are_cube_times_kind(kind: Kind, cube: int, points: int) -> None:
    assert GameResult(Side.A, kind, cube).points(SEVEN) == points


def test_a_drop_scores_the_cube_before_the_double() -> None:
    assert GameResult(Side.A, cube=2, ended_by=GameEnd.DROP).points(SEVEN) == 2


def test_jacoby_counts_a_gammon_once_while_the_cube_is_centred() -> None:
    assert GameResult(Side.A, Kind.GAMMON).points(JACOBY) == 1
    assert GameResult(Side.A, Kind.BACKGAMMON).points(JACOBY) == 1


def test_jacoby_leaves_a_gammon_alone_once_the_cube_was_turned() -> None:
    assert GameResult(Side.A, Kind.GAMMON, cube=2).points(JACOBY) == 4


def test_an_undoubled_gammon_on_an_automatic_2_scores_2() -> None:
    game = GameResult(Side.A, Kind.GAMMON, cube=2, automatic_doubles=1)
    assert game.turned is False
    assert game.points(JACOBY) == 2


def test_a_gammon_on_an_automatic_2_that_was_doubled_to_4_scores_8() -> None:
    game = GameResult(Side.A, Kind.GAMMON, cube=4, automatic_doubles=1)
    assert game.turned is True
    assert game.points(JACOBY) == 8


def test_a_cube_said_to_be_unturned_is_believed_where_automatic_doubles_explain_it() -> None:
    game = GameResult(Side.A, Kind.GAMMON, cube=4, cube_turned=False)
    game.check(JACOBY)
    assert game.points(JACOBY) == 4


def test_jacoby_never_bites_in_the_crawford_game() -> None:
    assert GameResult(Side.A, Kind.GAMMON).points(JACOBY, crawford_game=True) == 2


@pytest.mark.parametrize("cube", [-2, 0, 3, 6, 63])
def test_a_cube_that_is_no_power_of_two_is_refused(cube: int) -> None:
    with pytest.raises(RulesError) as refusal:
        GameResult(Side.A, cube=cube)
    assert refusal.value.code == "cube_not_power_of_two"
    assert refusal.value.facts == {"cube": cube}


@pytest.mark.parametrize("kind", [Kind.GAMMON, Kind.BACKGAMMON])
def test_a_drop_is_never_a_gammon(kind: Kind) -> None:
    with pytest.raises(RulesError) as refusal:
        GameResult(Side.A, kind, ended_by=GameEnd.DROP)
    assert refusal.value.code == "gammon_on_drop"


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (lambda: GameResult(Side.A, cube=2, automatic_doubles=2), "cube_below_automatic_doubles"),
        (lambda: GameResult(Side.A, automatic_doubles=-1), "rules_out_of_range"),
        (lambda: GameResult(Side.A, cube=1, cube_turned=True), "cube_turned_contradicted"),
        (
            lambda: GameResult(Side.A, cube=2, automatic_doubles=1, cube_turned=True),
            "cube_turned_contradicted",
        ),
        (
            lambda: GameResult(Side.A, cube=2, cube_turned=False).check(SEVEN),
            "cube_turned_contradicted",
        ),
        (lambda: GameResult(Side.A, cube=128).check(SEVEN), "cube_above_maximum"),
        (
            lambda: GameResult(Side.A, cube=64, ended_by=GameEnd.DROP).check(SEVEN),
            "cube_above_maximum",
        ),
        (
            lambda: GameResult(Side.A, cube=2, automatic_doubles=1).check(SEVEN),
            "too_many_automatic_doubles",
        ),
        (lambda: GameResult(Side.A, cube=2).check(SEVEN, True), "cube_in_crawford_game"),
        (
            lambda: GameResult(Side.A, ended_by=GameEnd.DROP).check(SEVEN, True),
            "cube_in_crawford_game",
        ),
    ],
)
def test_a_game_against_the_rules_is_refused_with_its_code(
    game: Callable[[], object], code: str
) -> None:
    with pytest.raises(RulesError) as refusal:
        game()
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")


def test_the_highest_cube_may_be_reached_and_dropped_to() -> None:
    GameResult(Side.A, cube=64).check(SEVEN)
    GameResult(Side.A, cube=32, ended_by=GameEnd.DROP).check(SEVEN)


def test_a_crawford_game_may_be_a_resigned_gammon() -> None:
    GameResult(Side.A, Kind.GAMMON, ended_by=GameEnd.RESIGN).check(SEVEN, True)
