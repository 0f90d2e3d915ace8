"""Whatever happens in a chouette, the ledger sums to 0 and nobody is lost from the line."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.chouette import (
    Answer,
    Between,
    Chouette,
    ChouetteGame,
    ChouetteRules,
    Consultation,
    Cubes,
    LoneTaker,
    LoneTakerMustDrop,
    NoExtraHere,
    Retention,
    answer,
    double,
    equal_dice,
    extra,
    finish,
    join,
    leave,
    settle,
    start,
    undo,
)
from rules_core.cube import CubeNotYours, TooManyAnimals
from rules_core.match import CubeAboveMaximum, Side
from rules_core.money import money_rules
from tests.unit.rules_core.match.strategies import kinds, sides

pytestmark = pytest.mark.unit

PLAYERS = tuple("abcdefghij")

chouette_rules = st.builds(
    ChouetteRules,
    cubes=st.sampled_from(Cubes),
    retention=st.sampled_from(Retention),
    lone_taker=st.sampled_from(LoneTaker),
    consultation=st.sampled_from(Consultation),
    box_partner=st.booleans(),
    game=st.builds(
        money_rules,
        jacoby=st.booleans(),
        beavers=st.integers(0, 3),
        automatic_doubles=st.integers(0, 2),
        max_cube=st.sampled_from([8, 64]),
    ),
)


def some(data: st.DataObject, game: ChouetteGame) -> list[Between]:
    """Some of the open cubes, or all of them where there is only one."""
    stakes = [stake.between for stake in game.stakes if stake.open]
    if game.rules.cubes is Cubes.ONE:
        return stakes
    return data.draw(st.lists(st.sampled_from(stakes), min_size=1, unique=True))


def answered(data: st.DataObject, game: ChouetteGame) -> ChouetteGame:
    """Every turned cube answered, somehow, until none is left to answer."""
    while game.unanswered:
        asked = [stake.between for stake in game.unanswered]
        team_asked = any(
            stake.offer is not None and stake.offer.by is Side.A for stake in game.unanswered
        )
        if game.rules.cubes is Cubes.ONE:
            kept = data.draw(st.sampled_from(Answer))
            drops = st.sampled_from([kept, Answer.DROP]) if team_asked else st.just(kept)
            answers = {between: data.draw(drops) for between in asked}
        else:
            answers = {between: data.draw(st.sampled_from(Answer)) for between in asked}
        try:
            game = answer(game, answers)
        except (TooManyAnimals, CubeAboveMaximum, LoneTakerMustDrop):
            game = answer(game, dict.fromkeys(asked, Answer.DROP))
    return game


def extras(data: st.DataObject, game: ChouetteGame) -> ChouetteGame:
    """Now and then an extra."""
    for dropped in game.just_dropped:
        for taker in game.just_taken:
            if data.draw(st.booleans()):
                game = extra(game, dropped.between.with_team, taker)
    return game


def played(data: st.DataObject, game: ChouetteGame) -> ChouetteGame:
    """A random game to its end."""
    if data.draw(st.booleans()):
        game = equal_dice(game)
    for _ in range(data.draw(st.integers(0, 4))):
        if game.over:
            return game
        with suppress(CubeNotYours, CubeAboveMaximum):
            game = extras(data, answered(data, double(game, data.draw(sides), some(data, game))))
    return game if game.over else finish(game, data.draw(sides), data.draw(kinds))


def moved(data: st.DataObject, chouette: Chouette) -> Chouette:
    """A game, an arrival or a departure."""
    here = {chouette.box, *chouette.line}
    absent = [player for player in PLAYERS if player not in here]
    choice = data.draw(st.integers(0, 5))
    if choice == 0 and absent:
        return join(chouette, data.draw(st.sampled_from(absent)))
    if choice == 1 and len(here) > 3:
        return leave(chouette, data.draw(st.sampled_from(sorted(here))))
    partner = data.draw(st.sampled_from([None, *chouette.partners_asked]))
    return settle(chouette, played(data, start(chouette, partner)))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), rules=chouette_rules, count=st.integers(3, 10))
def test_the_ledger_sums_to_0_and_everybody_has_one_place(
    data: st.DataObject, rules: ChouetteRules, count: int
) -> None:
    chouette = Chouette.new(rules, PLAYERS[:count])
    for _ in range(4):
        after = moved(data, chouette)
        assert sum(after.ledger.balances.values()) == 0
        seats = (after.box, *after.line)
        assert len(set(seats)) == len(seats)
        if after.games > chouette.games:
            assert set(seats) == {chouette.box, *chouette.line}
        assert undo(after) == chouette
        chouette = after


def test_an_extra_needs_somebody_who_dropped() -> None:
    with pytest.raises(NoExtraHere):
        extra(start(Chouette.new(ChouetteRules(), PLAYERS[:4])), "b", "c")
