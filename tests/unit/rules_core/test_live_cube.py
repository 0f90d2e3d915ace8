"""The faces that the cube can come to: dead doubles have no effect (docs/rules.md, "Match play")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.errors import RulesError
from rules_core.game import GameState, Phase, beaver, double, drop, take
from rules_core.live_cube import LiveFaces, live_faces
from rules_core.match import GameTerms, MatchRules, Score, Side


def terms(a: int, b: int, *, beavers: int = 0, automatic: int = 0, **said: bool) -> GameTerms:
    rules = MatchRules(length=25, beavers=beavers, automatic_doubles=automatic)
    return GameTerms(rules, needed=Score(a, b), **said)


@pytest.mark.parametrize(
    ("a", "b", "played", "by_drop_a", "by_drop_b"),
    [
        (1, 1, {1}, set(), set()),
        (2, 2, {1, 2}, {1}, {1}),
        (1, 4, {1, 2}, set(), {1}),
        (3, 3, {1, 2, 4}, {1, 2}, {1, 2}),
        (2, 7, {1, 2, 4}, {1}, {1, 2}),
    ],
)
def test_whoever_wins_at_the_present_stake_does_not_turn_the_cube(
    a: int, b: int, played: set[int], by_drop_a: set[int], by_drop_b: set[int]
) -> None:
    assert live_faces(terms(a, b)) == LiveFaces(
        frozenset(played), frozenset(by_drop_a), frozenset(by_drop_b)
    )


def test_a_beaver_brings_the_cube_where_a_redouble_would_not() -> None:
    assert live_faces(terms(1, 9)).played == {1, 2}
    # Bob doubles to 2; Ann, who wins with one point, has nothing to gain by a beaver either.
    assert live_faces(terms(1, 9, beavers=3)).played == {1, 2}
    assert live_faces(terms(3, 9, beavers=1)).dropped(Side.A) == {1, 2}


def test_the_crawford_game_has_one_face_and_no_drop() -> None:
    only = live_faces(terms(1, 5, automatic=2, crawford_game=True), automatic_doubles=2)
    assert only == LiveFaces(frozenset({1}), frozenset(), frozenset())


def test_after_automatic_doubles_the_cube_is_never_lower() -> None:
    assert min(live_faces(terms(9, 9, automatic=2), automatic_doubles=2).played) == 4


def test_money_has_every_face_up_to_the_highest() -> None:
    faces = live_faces(GameTerms(MatchRules(length=0, max_cube=8)))
    assert faces.played == {1, 2, 4, 8}
    assert faces.dropped(Side.A) == faces.dropped(Side.B) == {1, 2, 4}


@given(st.integers(1, 25), st.integers(1, 25), st.integers(0, 3), st.randoms())
def test_a_game_at_the_board_ends_at_a_live_face(
    a: int, b: int, animals: int, luck: Random
) -> None:
    """Both double, beaver, take and drop at random, as ``rules_core.game`` lets them."""
    the_terms = terms(a, b, beavers=animals)
    faces = live_faces(the_terms)
    game = GameState.new(the_terms)
    for _turn in range(12):
        if game.phase is Phase.OVER:
            break
        side = game.to_act if game.phase is Phase.DOUBLED else luck.choice(list(Side))
        assert side is not None
        if game.phase is Phase.DOUBLED:
            game = _attempted(game, luck.choice((beaver, take, take, drop)), side)
        else:
            game = _attempted(replace(game, on_roll=side), double, side)
    assert game.cube.value in faces.played
    if game.result is not None:
        assert game.result.cube in faces.dropped(game.result.winner)


def _attempted(
    game: GameState, action: Callable[[GameState, Side], GameState], side: Side
) -> GameState:
    try:
        return action(game, side)
    except RulesError:
        return game
