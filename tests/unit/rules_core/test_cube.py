"""The cube by itself (docs/rules.md, "The cube", "Match play", "Money options")."""

from __future__ import annotations

import pytest

from rules_core.cube import CENTRED, Cube, Offer
from rules_core.errors import RulesError
from rules_core.match import GameTerms, MatchRules, MatchState, Score, Side, penalise

pytestmark = pytest.mark.unit

MONEY = GameTerms(MatchRules(0, jacoby=True, beavers=3, automatic_doubles=2))
MANY_ROLLS = Score(9, 9)


def match_terms(length: int, a: int = 0, b: int = 0) -> GameTerms:
    """The terms of a game in a match at this score."""
    return GameTerms(MatchRules(length), needed=Score(length - a, length - b))


def refused(cube: Cube, side: Side, terms: GameTerms, rolls: Score = MANY_ROLLS) -> str:
    """The code with which this double is refused."""
    with pytest.raises(RulesError) as refusal:
        cube.doubled(side, terms, rolls)
    return refusal.value.code


@pytest.mark.parametrize("side", Side)
def test_a_centred_cube_may_be_turned_by_both(side: Side) -> None:
    offer = CENTRED.doubled(side, MONEY, Score())
    assert offer == Offer(CENTRED, by=side, keeper=side.other)
    assert offer.value == 2


def test_the_taker_owns_the_cube_and_alone_may_redouble() -> None:
    cube = CENTRED.doubled(Side.A, MONEY, MANY_ROLLS).taken()
    assert cube == Cube(2, Side.B)
    assert refused(cube, Side.A, MONEY) == "cube_not_yours"
    assert cube.doubled(Side.B, MONEY, MANY_ROLLS).taken() == Cube(4, Side.A)


def test_the_cube_stops_at_the_highest_face_the_rules_allow() -> None:
    assert refused(Cube(64, Side.A), Side.A, MONEY) == "cube_above_maximum"
    assert Cube(32, Side.A).doubled(Side.A, MONEY, MANY_ROLLS).value == 64


def test_nobody_doubles_in_the_crawford_game() -> None:
    terms = GameTerms(MatchRules(7), crawford_game=True, needed=Score(1, 5))
    assert refused(CENTRED, Side.B, terms) == "cube_in_crawford_game"


def test_a_dead_cube_cannot_be_turned() -> None:
    terms = match_terms(7, 5, 0)
    cube = Cube(2, Side.A)
    assert refused(cube, Side.A, terms) == "dead_cube"
    assert Cube(2, Side.B).doubled(Side.B, terms, MANY_ROLLS).value == 4


def test_at_double_match_point_the_cube_is_dead_for_both() -> None:
    terms = match_terms(5, 4, 4)
    assert [refused(CENTRED, side, terms) for side in Side] == ["dead_cube", "dead_cube"]


def test_holland_keeps_the_cube_still_until_each_side_has_played_two_rolls() -> None:
    terms = GameTerms(MatchRules(7, holland=True), post_crawford=True, needed=Score(1, 5))
    assert refused(CENTRED, Side.B, terms, Score(2, 1)) == "too_few_rolls_to_double"
    assert refused(CENTRED, Side.B, terms, Score(1, 2)) == "too_few_rolls_to_double"
    assert CENTRED.doubled(Side.B, terms, Score(2, 2)).value == 2


def test_holland_says_nothing_before_the_crawford_game() -> None:
    terms = GameTerms(MatchRules(7, holland=True), needed=Score(7, 7))
    assert CENTRED.doubled(Side.A, terms, Score(1, 1)).value == 2


def test_without_holland_the_trailer_doubles_at_once_after_the_crawford_game() -> None:
    terms = GameTerms(MatchRules(7), post_crawford=True, needed=Score(1, 5))
    assert CENTRED.doubled(Side.B, terms, Score(1, 0)).value == 2


def test_equal_opening_dice_turn_the_cube_and_leave_it_centred() -> None:
    once = CENTRED.after_equal_dice(MONEY)
    assert once == Cube(2, None, automatic_doubles=1)
    assert once.after_equal_dice(MONEY) == Cube(4, None, automatic_doubles=2)


def test_automatic_doubles_stop_at_the_agreed_number() -> None:
    twice = Cube(4, None, automatic_doubles=2)
    assert twice.after_equal_dice(MONEY) == twice


def test_automatic_doubles_stop_at_the_highest_face() -> None:
    terms = GameTerms(MatchRules(0, automatic_doubles=6, max_cube=2))
    once = CENTRED.after_equal_dice(terms)
    assert once.after_equal_dice(terms) == once == Cube(2, None, automatic_doubles=1)


def test_the_crawford_game_has_no_automatic_doubles() -> None:
    terms = GameTerms(MatchRules(7, automatic_doubles=2), crawford_game=True, needed=Score(1, 5))
    assert CENTRED.after_equal_dice(terms) == CENTRED


def test_the_beaverer_keeps_the_cube_through_all_animals() -> None:
    offer = CENTRED.doubled(Side.A, MONEY, MANY_ROLLS)
    beaver = offer.turned_again(MONEY)
    raccoon = beaver.turned_again(MONEY)
    otter = raccoon.turned_again(MONEY)
    offers = [offer, beaver, raccoon, otter]
    assert [turn.name for turn in offers] == ["double", "beaver", "raccoon", "otter"]
    assert [turn.by for turn in offers] == [Side.A, Side.B, Side.A, Side.B]
    assert [turn.taken() for turn in offers] == [Cube(2 << turns, Side.B) for turns in range(4)]


def test_a_dropped_beaver_costs_the_stake_before_it() -> None:
    beaver = CENTRED.doubled(Side.A, MONEY, MANY_ROLLS).turned_again(MONEY)
    assert beaver.by is Side.B
    assert beaver.value == 4
    assert beaver.cube.value == 2


@pytest.mark.parametrize("allowed", [0, 1, 2, 3])
def test_animals_stop_at_the_number_agreed_on(allowed: int) -> None:
    terms = GameTerms(MatchRules(0, beavers=allowed))
    offer = CENTRED.doubled(Side.A, terms, MANY_ROLLS)
    for _ in range(allowed):
        offer = offer.turned_again(terms)
    with pytest.raises(RulesError) as refusal:
        offer.turned_again(terms)
    assert refusal.value.code == "too_many_animals"


def test_a_beaver_that_would_win_the_match_anyway_is_refused() -> None:
    terms = GameTerms(MatchRules(7, beavers=1), needed=Score(7, 2))
    offer = CENTRED.doubled(Side.A, terms, MANY_ROLLS)
    with pytest.raises(RulesError) as refusal:
        offer.turned_again(terms)
    assert refusal.value.code == "dead_cube"


def test_a_beaver_above_the_highest_face_is_refused() -> None:
    terms = GameTerms(MatchRules(0, beavers=1, max_cube=2))
    with pytest.raises(RulesError) as refusal:
        CENTRED.doubled(Side.A, terms, MANY_ROLLS).turned_again(terms)
    assert refusal.value.code == "cube_above_maximum"


def test_terms_follow_from_the_match() -> None:
    start = MatchState.new(MatchRules(5))
    assert GameTerms.of(start) == GameTerms(start.rules, needed=Score(5, 5))
    crawford = penalise(penalise(start, Side.B, 2, "late"), Side.A, 1, "late")
    assert GameTerms.of(crawford).needed == Score(3, 4)
    assert GameTerms.of(MatchState.new(MatchRules(0))).needed is None
