"""A game at the board as plain values, and back."""

from __future__ import annotations

from typing import Any

from rules_core.cube import Cube, Offer
from rules_core.dice import checked_dice
from rules_core.game.state import GameState, Resignation
from rules_core.kinds import Kind
from rules_core.match import GameResult, GameTerms, MatchRules, Score, Side
from rules_core.notation.position_id import position_id, read_position_id


def game_to_json(game: GameState) -> dict[str, Any]:
    """Everything that decides how the game may go on."""
    offer, resignation = game.offer, game.resignation
    return {
        "terms": _terms_to_json(game.terms),
        "position": position_id(game.position),
        "on_roll": game.on_roll and game.on_roll.value,
        "dice": game.dice and list(game.dice),
        "cube": cube_to_json(game.cube),
        "offer": offer and offer_to_json(offer),
        "resignation": resignation and {"by": resignation.by.value, "kind": resignation.kind.value},
        "rolls": list(game.rolls),
        "result": game.result and game.result.to_json(),
    }


def game_from_json(data: dict[str, Any]) -> GameState:
    """The game that ``game_to_json`` wrote."""
    resignation = data["resignation"]
    return GameState(
        terms=_terms_from_json(data["terms"]),
        position=read_position_id(data["position"]),
        on_roll=Side(data["on_roll"]) if data["on_roll"] else None,
        dice=checked_dice(*data["dice"]) if data["dice"] else None,
        cube=cube_from_json(data["cube"]),
        offer=offer_from_json(data["offer"]) if data["offer"] else None,
        resignation=Resignation(Side(resignation["by"]), Kind(resignation["kind"]))
        if resignation
        else None,
        rolls=Score(*data["rolls"]),
        result=GameResult.from_json(data["result"]) if data["result"] else None,
    )


def _terms_to_json(terms: GameTerms) -> dict[str, Any]:
    return {
        "rules": terms.rules.to_json(),
        "crawford_game": terms.crawford_game,
        "post_crawford": terms.post_crawford,
        "needed": terms.needed and list(terms.needed),
    }


def _terms_from_json(data: dict[str, Any]) -> GameTerms:
    return GameTerms(
        MatchRules.from_json(data["rules"]),
        data["crawford_game"],
        data["post_crawford"],
        Score(*data["needed"]) if data["needed"] else None,
    )


def cube_to_json(cube: Cube) -> dict[str, Any]:
    """Where the cube stands."""
    owner = cube.owner and cube.owner.value
    return {"value": cube.value, "owner": owner, "automatic_doubles": cube.automatic_doubles}


def cube_from_json(data: dict[str, Any]) -> Cube:
    """The cube that ``cube_to_json`` wrote."""
    owner = Side(data["owner"]) if data["owner"] else None
    return Cube(data["value"], owner, data["automatic_doubles"])


def offer_to_json(offer: Offer) -> dict[str, Any]:
    """A turned cube that waits for its answer."""
    return {
        "cube": cube_to_json(offer.cube),
        "by": offer.by.value,
        "keeper": offer.keeper.value,
        "animals": offer.animals,
    }


def offer_from_json(data: dict[str, Any]) -> Offer:
    """The offer that ``offer_to_json`` wrote."""
    cube = cube_from_json(data["cube"])
    return Offer(cube, Side(data["by"]), Side(data["keeper"]), data["animals"])
