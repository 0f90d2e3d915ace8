"""What holds for every match, driven by random games."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.errors import RulesError
from rules_core.match import (
    GameResult,
    MatchEnd,
    MatchRules,
    MatchState,
    Side,
    penalise,
    record,
    replay_json,
    scored_games,
    settle,
    undo,
)
from tests.unit.rules_core.match.strategies import match_rules, next_games, sides

pytestmark = pytest.mark.unit

few = settings(max_examples=60, deadline=None)


def played_out(data: st.DataObject, rules: MatchRules) -> list[MatchState]:
    """Every state of a random match, from the start to its end."""
    states = [MatchState.new(rules)]
    while not states[-1].finished:
        states.append(record(states[-1], data.draw(next_games(states[-1]))))
    return states


@few
@given(data=st.data(), rules=match_rules())
def test_every_recorded_match_ends_once(data: st.DataObject, rules: MatchRules) -> None:
    *course, over = played_out(data, rules)
    assert [state.winner for state in course] == [None] * len(course)
    assert over.ended_by is MatchEnd.PLAYED
    assert over.winner is not None
    assert over.score.of(over.winner) == rules.length
    assert over.score.of(over.winner.other) < rules.length
    with pytest.raises(RulesError) as refusal:
        record(over, GameResult(Side.A))
    assert refusal.value.code == "match_finished"


@few
@given(data=st.data(), rules=match_rules())
def test_undo_of_record_is_where_it_began(data: st.DataObject, rules: MatchRules) -> None:
    states = played_out(data, rules)
    assert [undo(state) for state in states[1:]] == states[:-1]


@few
@given(data=st.data(), rules=match_rules(), side=sides, points=st.integers(1, 5))
def test_undo_of_a_penalty_is_where_it_began(
    data: st.DataObject, rules: MatchRules, side: Side, points: int
) -> None:
    for state in played_out(data, rules)[:-1]:
        assert undo(penalise(state, side, points, "late")) == state


@few
@given(data=st.data(), rules=match_rules())
def test_there_is_at_most_one_crawford_game_and_it_has_no_cube(
    data: st.DataObject, rules: MatchRules
) -> None:
    games = [game for game in scored_games(played_out(data, rules)[-1]) if game.crawford]
    assert len(games) <= (1 if rules.crawford and rules.length > 1 else 0)
    assert [game.game.cube for game in games] == [1] * len(games)


@few
@given(data=st.data(), rules=match_rules())
def test_the_points_are_those_of_the_games(data: st.DataObject, rules: MatchRules) -> None:
    over = played_out(data, rules)[-1]
    for side in Side:
        won = [game.points for game in scored_games(over) if game.game.winner is side]
        assert over.points.of(side) == sum(won)


@few
@given(data=st.data(), rules=match_rules())
def test_the_final_score_of_a_played_match_can_be_reported_alone(
    data: st.DataObject, rules: MatchRules
) -> None:
    *course, over = played_out(data, rules)
    for state in course:
        settled = settle(state, *over.points)
        assert (settled.winner, settled.score) == (over.winner, over.score)


@few
@given(data=st.data(), rules=match_rules())
def test_a_match_survives_being_stored(data: st.DataObject, rules: MatchRules) -> None:
    over = played_out(data, rules)[-1]
    assert replay_json(json.loads(json.dumps(over.to_json()))) == over
