"""Matches and money sessions play by play give the score of the same games entered whole."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.cube import CubeNotYours, DeadCube, TooFewRolls, TooManyAnimals
from rules_core.errors import RulesError
from rules_core.game import (
    MatchPlay,
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
from rules_core.match import (
    CubeAboveMaximum,
    CubeInCrawfordGame,
    MatchEnd,
    MatchRules,
    MatchState,
    Score,
    Side,
    end,
    penalise,
    record,
    scored_games,
)
from tests.unit.rules_core.match.strategies import match_rules

pytestmark = pytest.mark.unit

few = settings(max_examples=30, deadline=None)
seeds = st.integers(0, 2**32)


def step(table: MatchPlay, dice: Random) -> MatchPlay:
    """One random action of whoever is to act."""
    game = table.game
    assert game is not None
    side = game.to_act
    if side is None:
        return table.act(throw_for_start, dice.randint(1, 6), dice.randint(1, 6))
    match game.phase:
        case Phase.DOUBLED:
            return answer_cube(table, side, dice)
        case Phase.RESIGNING:
            answer = dice.choice([accept_resignation, decline_resignation])
            return table.act(answer, side)
        case Phase.TO_PLAY:
            plays = game.plays
            return table.act(play, side, dice.choice(plays).after if plays else None)
        case _:
            return before_rolling(table, side, dice)


def before_rolling(table: MatchPlay, side: Side, dice: Random) -> MatchPlay:
    """Mostly a roll; now and then a double, a resignation or a ruling."""
    choice = dice.random()
    if choice < 0.05:
        with suppress(CubeInCrawfordGame, CubeNotYours, CubeAboveMaximum, DeadCube, TooFewRolls):
            return table.act(double, side)
    elif choice < 0.055:
        return table.act(resign, side, dice.choice(list(Kind)))
    elif choice < 0.056:
        return table.act(rule, side, Kind.SINGLE)
    return table.act(roll, side, dice.randint(1, 6), dice.randint(1, 6))


def answer_cube(table: MatchPlay, side: Side, dice: Random) -> MatchPlay:
    """Mostly a take; now and then a drop or, where allowed, the next animal."""
    choice = dice.random()
    if choice < 0.3:
        with suppress(TooManyAnimals, CubeAboveMaximum, DeadCube):
            return table.act(beaver, side)
    return table.act(drop if choice > 0.85 else take, side)


def same_games_entered_whole(table: MatchPlay) -> MatchState:
    """The match as somebody records it who sees only how each game ended."""
    state = MatchState.new(table.match.rules)
    for game in table.match.games:
        state = record(state, game)
    return state


@few
@given(rules=match_rules(), seed=seeds)
def test_both_state_machines_give_the_same_score(rules: MatchRules, seed: int) -> None:
    dice = Random(seed)
    table = MatchPlay.new(rules)
    while table.game is not None:
        table = step(table, dice)
        position = table.game.position if table.game else None
        assert position is None or (sum(position.mine), sum(position.theirs)) == (15, 15)
    whole = same_games_entered_whole(table)
    assert whole == table.match
    assert whole.ended_by is MatchEnd.PLAYED
    assert [game.game.cube for game in scored_games(whole) if game.crawford] in ([], [1])


@few
@given(
    rules=st.builds(
        MatchRules,
        length=st.just(0),
        jacoby=st.booleans(),
        beavers=st.integers(0, 3),
        automatic_doubles=st.integers(0, 3),
    ),
    seed=seeds,
)
def test_a_money_session_gives_the_same_score_either_way(rules: MatchRules, seed: int) -> None:
    dice = Random(seed)
    table = MatchPlay.new(rules)
    while len(table.match.games) < 3:
        table = step(table, dice)
    assert same_games_entered_whole(table) == table.match
    assert table.match.finished is False


@few
@given(rules=match_rules(), seed=seeds)
def test_every_action_can_be_taken_back(rules: MatchRules, seed: int) -> None:
    dice = Random(seed)
    table = MatchPlay.new(rules)
    for _ in range(40):
        if table.game is None:
            break
        after = step(table, dice)
        assert after.undo() == table
        table = after


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(RulesError) as refusal:
        MatchPlay.new(MatchRules(7)).undo()
    assert refusal.value.code == "nothing_to_undo"


def test_a_finished_game_is_recorded_and_the_next_one_set_up() -> None:
    table = MatchPlay.new(MatchRules(3)).act(throw_for_start, 6, 5)
    table = table.act(resign, Side.A, Kind.GAMMON).act(accept_resignation, Side.B)
    assert table.match.points == Score(0, 2)
    assert table.game is not None
    assert table.game.phase is Phase.OPENING
    assert table.game.terms.crawford_game is True
    assert table.game.terms.needed == Score(3, 1)


def test_after_the_match_there_is_no_game_on_the_board() -> None:
    table = MatchPlay.new(MatchRules(1)).act(rule, Side.A, Kind.SINGLE)
    assert table.game is None
    assert table.match.winner is Side.A
    with pytest.raises(RulesError) as refusal:
        table.act(throw_for_start, 6, 5)
    assert refusal.value.code == "match_finished"


def test_a_penalty_comes_between_games_and_changes_the_terms_of_the_next() -> None:
    start = MatchPlay.new(MatchRules(2, crawford=True))
    penalised = start.enter(penalise, Side.A, 1, "late")
    assert penalised.game is not None
    assert penalised.game.terms.crawford_game is True
    begun = start.act(throw_for_start, 6, 5)
    with pytest.raises(RulesError) as refusal:
        begun.enter(penalise, Side.A, 1, "late")
    assert refusal.value.code == "game_in_progress"
    assert penalised.undo() == start


def test_a_match_may_end_while_a_game_is_on_the_board() -> None:
    begun = MatchPlay.new(MatchRules(7)).act(throw_for_start, 6, 5)
    ended = begun.enter(end, MatchEnd.TIME, Side.B)
    assert ended.game is None
    assert ended.match.winner is Side.B
    assert ended.undo() == begun
