"""A published proof: the same draw made once more, by whoever wants to see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_core.draws.drawing import Draw, check_proof, draw
from rules_core.draws.formats import DEFAULT_LENGTH
from rules_core.draws.json_forms import InputNotValid, contenders_from, seed_from
from rules_core.draws.settings import Format


def drawn_again(
    proof: Any,
    *,
    format_code: str = Format.SINGLE_ELIMINATION,
    settings: Mapping[str, Any] | None = None,
    length: int = DEFAULT_LENGTH,
) -> Draw:
    """The draw from the published list and seed; format and settings for a proof without them."""
    if not isinstance(proof, Mapping) or not isinstance(proof.get("entrants"), list):
        raise InputNotValid("A proof has a commitment, a seed and entrants.")
    if not all(isinstance(entrant, Mapping) for entrant in proof["entrants"]):
        raise InputNotValid("Each entrant of a proof is an object with its seed.")
    listed = [
        {**entrant, "id": position, "seed": entrant.get("given_seed")}
        for position, entrant in enumerate(proof["entrants"], start=1)
    ]
    return draw(
        proof.get("format", format_code),
        contenders_from(listed),
        proof.get("settings", settings),
        seed=seed_from(proof.get("seed")),
        length=length,
    )


def check_against(proof: Mapping[str, Any], made: Draw) -> None:
    """Refuse a draw that is not the one the proof was published for, and say where it differs."""
    check_proof(
        made,
        published_commitment=str(proof.get("commitment")),
        published_seeds=[entrant.get("seed") for entrant in proof["entrants"]],
    )
