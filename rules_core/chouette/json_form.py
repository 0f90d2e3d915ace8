"""A chouette, between games and in one, as plain values, and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules_core.chouette.game import ChouetteGame
from rules_core.chouette.ledger import Ledger, Payment
from rules_core.chouette.rules import ChouetteRules
from rules_core.chouette.stakes import Between, Stake
from rules_core.chouette.table import Chouette
from rules_core.game.json_form import cube_from_json, cube_to_json, offer_from_json, offer_to_json
from rules_core.match import GameResult, MatchRules


def rules_to_json(rules: ChouetteRules) -> dict[str, Any]:
    """The settings, choices by their text."""
    values = {setting.name: getattr(rules, setting.name) for setting in fields(rules)}
    plain = {name: getattr(value, "value", value) for name, value in values.items()}
    return plain | {"game": rules.game.to_json()}


def rules_from_json(data: dict[str, Any]) -> ChouetteRules:
    """The settings that ``rules_to_json`` wrote; those left out have their defaults."""
    game = {"game": MatchRules.from_json(data["game"])} if "game" in data else {}
    return ChouetteRules(**(data | game))


def chouette_to_json(chouette: Chouette) -> dict[str, Any]:
    """Where a chouette stands between two games; what it was before is not kept."""
    return {
        "rules": rules_to_json(chouette.rules),
        "box": chouette.box,
        "line": list(chouette.line),
        "ledger": dict(chouette.ledger.balances),
        "games": chouette.games,
    }


def chouette_from_json(data: dict[str, Any]) -> Chouette:
    """The chouette that ``chouette_to_json`` wrote."""
    return Chouette(
        rules_from_json(data["rules"]),
        data["box"],
        tuple(data["line"]),
        Ledger(dict(data["ledger"])),
        data["games"],
    )


def game_to_json(game: ChouetteGame) -> dict[str, Any]:
    """A game with all its cubes."""
    return {
        "rules": rules_to_json(game.rules),
        "box": game.box,
        "team": list(game.team),
        "partner": game.partner,
        "stakes": [_stake_to_json(stake) for stake in game.stakes],
        "captains": list(game.captains),
        "extras_paid": [[paid.payer, paid.payee, paid.points] for paid in game.extras_paid],
        "just_dropped": [_stake_to_json(stake) for stake in game.just_dropped],
        "just_taken": list(game.just_taken),
    }


def game_from_json(data: dict[str, Any]) -> ChouetteGame:
    """The game that ``game_to_json`` wrote."""
    return ChouetteGame(
        rules=rules_from_json(data["rules"]),
        box=data["box"],
        team=tuple(data["team"]),
        partner=data["partner"],
        stakes=tuple(map(_stake_from_json, data["stakes"])),
        captains=tuple(data["captains"]),
        extras_paid=tuple(Payment(*paid) for paid in data["extras_paid"]),
        just_dropped=tuple(map(_stake_from_json, data["just_dropped"])),
        just_taken=tuple(data["just_taken"]),
    )


def _stake_to_json(stake: Stake) -> dict[str, Any]:
    return {
        "between": list(stake.between),
        "cube": cube_to_json(stake.cube),
        "offer": stake.offer and offer_to_json(stake.offer),
        "result": stake.result and stake.result.to_json(),
    }


def _stake_from_json(data: dict[str, Any]) -> Stake:
    return Stake(
        Between(*data["between"]),
        cube_from_json(data["cube"]),
        offer_from_json(data["offer"]) if data["offer"] else None,
        GameResult.from_json(data["result"]) if data["result"] else None,
    )
