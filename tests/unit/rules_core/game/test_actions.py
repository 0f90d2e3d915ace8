"""A game play by play (docs/rules.md, "Moving", "The cube", "End of a game")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_core.board import Position
from rules_core.cube import Cube
from rules_core.dice import Dice
from rules_core.game import (
    GameState,
    Phase,
    accept_resignation,
    beaver,
    decline_resignation,
    double,
    drop,
    play,
    resign,
    roll,
    rule,
    take,
    throw_for_start,
)
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, GameTerms, MatchRules, Score, Side
from tests.unit.rules_core.refusing import refused

pytestmark = pytest.mark.unit

MONEY = GameTerms(MatchRules(0, jacoby=True, beavers=3, automatic_doubles=1))
NEW = GameState.new(MONEY)
OPENED = throw_for_start(NEW, 3, 1)
TO_ROLL = play(OPENED, Side.A, OPENED.plays[0].after)
CLOSED = {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3}


def about_to_roll(position: Position, side: Side = Side.A, **changes: object) -> GameState:
    """A game in its middle, ``side`` to roll."""
    return replace(NEW, position=position, on_roll=side, rolls=Score(9, 9), **changes)  # type: ignore[arg-type]


def test_the_higher_opening_die_starts_and_plays_both_numbers() -> None:
    game = throw_for_start(NEW, 2, 6)
    assert game.on_roll is Side.B
    assert game.dice == Dice(2, 6)
    assert game.phase is Phase.TO_PLAY
    assert game.to_act is Side.B


def test_equal_opening_dice_are_thrown_again_and_turn_the_cube_where_agreed() -> None:
    again = throw_for_start(NEW, 4, 4)
    assert again.phase is Phase.OPENING
    assert again.cube == Cube(2, None, automatic_doubles=1)
    plain = GameState.new(GameTerms(MatchRules(7), needed=Score(7, 7)))
    assert throw_for_start(plain, 4, 4) == plain


def test_nobody_doubles_before_the_opening_roll_is_played() -> None:
    assert refused(lambda: double(OPENED, Side.A)) == "not_now"
    assert refused(lambda: double(OPENED, Side.B)) == "not_now"


def test_a_play_passes_the_turn_and_counts_the_roll() -> None:
    assert TO_ROLL.phase is Phase.TO_ROLL
    assert TO_ROLL.on_roll is Side.B
    assert TO_ROLL.rolls == Score(1, 0)
    assert TO_ROLL.dice is None


def test_a_play_the_dice_do_not_allow_is_refused() -> None:
    assert refused(lambda: play(OPENED, Side.A, Position.start())) == "illegal_play"
    assert refused(lambda: play(OPENED, Side.A, None)) == "illegal_play"


def test_a_player_who_dances_passes_the_turn() -> None:
    bar = Position.of({25: 1, 6: 14}, CLOSED)
    game = roll(about_to_roll(bar), Side.A, 6, 6)
    assert refused(lambda: play(game, Side.A, bar.swapped())) == "illegal_play"
    passed = play(game, Side.A, None)
    assert passed.position == bar.swapped()
    assert passed.on_roll is Side.B


def test_a_player_on_the_bar_against_a_closed_board_may_still_double() -> None:
    bar = about_to_roll(Position.of({25: 1, 6: 14}, CLOSED))
    assert double(bar, Side.A).phase is Phase.DOUBLED


def test_a_double_comes_before_the_dice_and_on_turn() -> None:
    assert refused(lambda: double(TO_ROLL, Side.A)) == "not_your_turn"
    rolled = roll(TO_ROLL, Side.B, 5, 2)
    assert refused(lambda: double(rolled, Side.B)) == "not_now"


def test_a_turned_cube_is_answered_by_the_other_side_and_first() -> None:
    doubled = double(TO_ROLL, Side.B)
    assert doubled.to_act is Side.A
    assert refused(lambda: take(doubled, Side.B)) == "not_your_turn"
    assert refused(lambda: roll(doubled, Side.B, 1, 2)) == "not_now"
    assert refused(lambda: resign(doubled, Side.A, Kind.SINGLE)) == "not_now"


def test_after_a_take_the_doubler_rolls() -> None:
    taken = take(double(TO_ROLL, Side.B), Side.A)
    assert taken.cube == Cube(2, Side.A)
    assert taken.phase is Phase.TO_ROLL
    assert taken.to_act is Side.B
    assert refused(lambda: double(taken, Side.B)) == "cube_not_yours"


def test_a_drop_scores_the_cube_before_the_double() -> None:
    redoubled = double(about_to_roll(Position.start(), cube=Cube(2, Side.A)), Side.A)
    assert drop(redoubled, Side.B).result == GameResult(
        Side.A, Kind.SINGLE, cube=2, ended_by=GameEnd.DROP
    )


def test_a_beaver_dropped_loses_2() -> None:
    beavered = beaver(double(TO_ROLL, Side.B), Side.A)
    assert beavered.offer is not None
    assert beavered.offer.value == 4
    result = drop(beavered, Side.B).result
    assert result == GameResult(Side.A, Kind.SINGLE, cube=2, ended_by=GameEnd.DROP)
    assert result.points(MONEY.rules) == 2


def test_the_beaverer_keeps_the_cube_and_the_doubler_rolls() -> None:
    game = double(TO_ROLL, Side.B)
    for side in (Side.A, Side.B, Side.A):
        game = beaver(game, side)
    taken = take(game, Side.B)
    assert taken.cube == Cube(16, Side.A)
    assert taken.to_act is Side.B


def test_a_resignation_may_be_declined() -> None:
    resigning = resign(TO_ROLL, Side.B, Kind.SINGLE)
    assert resigning.phase is Phase.RESIGNING
    assert resigning.to_act is Side.A
    assert refused(lambda: accept_resignation(resigning, Side.B)) == "not_your_turn"
    assert refused(lambda: roll(resigning, Side.B, 1, 2)) == "not_now"
    assert decline_resignation(resigning, Side.A) == TO_ROLL


def test_a_player_may_resign_after_rolling_and_the_opponent_too() -> None:
    for side in Side:
        resigned = accept_resignation(resign(OPENED, side, Kind.GAMMON), side.other)
        assert resigned.result == GameResult(side.other, Kind.GAMMON, ended_by=GameEnd.RESIGN)


def test_a_ruling_ends_the_game_at_the_cube_last_agreed_on() -> None:
    doubled = double(about_to_roll(Position.start(), cube=Cube(2, Side.A)), Side.A)
    result = rule(doubled, Side.B, Kind.SINGLE).result
    assert result == GameResult(Side.B, Kind.SINGLE, cube=2, ended_by=GameEnd.RULING)


@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        ({6: 14}, Kind.SINGLE),
        ({6: 15}, Kind.GAMMON),
        ({6: 14, 24: 1}, Kind.BACKGAMMON),
        ({6: 14, 25: 1}, Kind.BACKGAMMON),
    ],
)
def test_bearing_off_the_last_checker_wins(loser: dict[int, int], kind: Kind) -> None:
    last = about_to_roll(Position.of({2: 1}, loser), Side.B, cube=Cube(4, Side.A))
    rolled = roll(last, Side.B, 6, 5)
    over = play(rolled, Side.B, rolled.plays[0].after)
    assert over.phase is Phase.OVER
    assert over.to_act is None
    assert over.result == GameResult(Side.B, kind, cube=4)


def test_nothing_happens_after_the_end() -> None:
    over = drop(double(TO_ROLL, Side.B), Side.A)
    for attempt in (
        lambda: throw_for_start(over, 6, 1),
        lambda: roll(over, Side.B, 6, 1),
        lambda: double(over, Side.B),
        lambda: take(over, Side.A),
        lambda: resign(over, Side.A, Kind.SINGLE),
        lambda: rule(over, Side.A, Kind.SINGLE),
    ):
        assert refused(attempt) == "not_now"


def test_dice_show_one_to_six() -> None:
    assert refused(lambda: throw_for_start(NEW, 0, 7)) == "impossible_dice"
    assert refused(lambda: roll(TO_ROLL, Side.B, 1, 7)) == "impossible_dice"


def test_in_the_crawford_game_a_double_is_refused_and_the_game_goes_on_undoubled() -> None:
    terms = GameTerms(MatchRules(7), crawford_game=True, needed=Score(1, 5))
    game = replace(TO_ROLL, terms=terms)
    assert refused(lambda: double(game, Side.B)) == "cube_in_crawford_game"
    assert roll(game, Side.B, 6, 5).cube == Cube()
