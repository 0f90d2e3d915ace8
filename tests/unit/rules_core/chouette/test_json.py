"""A chouette is stored as plain values and comes back the same."""

from __future__ import annotations

import json

import pytest

from rules_core.chouette import (
    BOX,
    Answer,
    Between,
    Chouette,
    ChouetteGame,
    ChouetteRules,
    Retention,
    answer,
    double,
    equal_dice,
    extra,
    finish,
    join,
    partner_by_lot,
    places_by_lot,
    settle,
    start,
)
from rules_core.kinds import Kind

pytestmark = pytest.mark.unit

RULES = ChouetteRules(retention=Retention.BEAT_ALL, box_partner=True, players_for_partner=4)


def stored(game: ChouetteGame) -> ChouetteGame:
    """The game, put away and taken out again."""
    return ChouetteGame.from_json(json.loads(json.dumps(game.to_json())))


def test_every_state_of_a_game_comes_back() -> None:
    chouette = Chouette.new(RULES, ("ann", "bob", "cleo", "dan", "eve"))
    game = start(chouette, "eve")
    bob, cleo, dan = (Between("ann", member) for member in game.team)
    states = [game, equal_dice(game)]
    states.append(double(states[-1], BOX, [bob, cleo, dan]))
    answers = {bob: Answer.DROP, cleo: Answer.TAKE, dan: Answer.BEAVER}
    states.append(answer(states[-1], answers))
    states.append(answer(states[-1], {dan: Answer.TAKE}))
    states.append(finish(states[-1], BOX, Kind.GAMMON))
    for state in states:
        assert stored(state) == state
    after = join(settle(chouette, states[-1]), "fay")
    assert Chouette.from_json(json.loads(json.dumps(after.to_json()))) == after
    assert sum(after.ledger.balances.values()) == 0


def test_extras_come_back_too() -> None:
    game = start(Chouette.new(ChouetteRules(), ("ann", "bob", "cleo")))
    bob, cleo = (Between("ann", member) for member in game.team)
    dropped = answer(double(game, BOX, [bob, cleo]), {bob: Answer.DROP, cleo: Answer.TAKE})
    with_extra = extra(dropped, "bob", "cleo")
    assert (stored(dropped), stored(with_extra)) == (dropped, with_extra)


def test_lots_can_be_drawn_again_and_give_everybody_a_place() -> None:
    players = ("ann", "bob", "cleo", "dan")
    drawn = places_by_lot(players, "friday")
    assert sorted(drawn) == sorted(players)
    assert places_by_lot(reversed(players), "friday") == drawn
    assert len({places_by_lot(players, str(seed)) for seed in range(200)}) == 24
    assert partner_by_lot(("bob", "cleo"), "friday") in ("bob", "cleo")
    assert partner_by_lot((), "friday") is None
