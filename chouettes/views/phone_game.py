"""The game of a night as a phone goes on with it while there is no network (``static/js/chouette.js``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_core.chouette import BOX, ChouetteGame, Stake
from rules_core.sides import Side


def game_on_phone(game: ChouetteGame, numbers: Mapping[str, int]) -> dict[str, Any]:
    """What decides which cubes may still be turned, and what answers lead to; players by their number."""
    rules = game.rules
    return {
        "box": numbers[game.box],
        "one_cube": rules.cubes.value == "one",
        "beavers": rules.game.beavers,
        "automatic_doubles": rules.game.automatic_doubles,
        "max_cube": rules.game.max_cube,
        "captain": numbers[game.captain],
        "stakes": [_stake(stake, numbers) for stake in game.stakes],
        "dropped": [
            [numbers[drop.between.with_team], 2 * drop.cube.value, drop.cube.automatic_doubles]
            for drop in game.just_dropped
        ],
        "taken": [numbers[taker] for taker in game.just_taken],
    }


def _stake(stake: Stake, numbers: Mapping[str, int]) -> dict[str, Any]:
    offer = stake.offer
    return {
        "with_box": numbers[stake.between.with_box],
        "with_team": numbers[stake.between.with_team],
        "value": stake.cube.value,
        "owner": _side(stake.cube.owner),
        "automatic": stake.cube.automatic_doubles,
        "by": _side(offer.by) if offer else None,
        "keeper": _side(offer.keeper) if offer else None,
        "offered": offer.value if offer else 0,
        "animals": offer.animals if offer else 0,
        "out": not stake.open,
    }


def _side(side: Side | None) -> str | None:
    return side and ("box" if side is BOX else "team")
