"""Brackets as they are published, for tests of what is made from them."""

from __future__ import annotations

from typing import Any

from tournaments.publishing.bracket_types import (
    Bracket,
    BracketPairing,
    BracketRound,
    PairingSide,
    PublishedStatus,
)


def a_side(player: int | None = None, name: str | None = None) -> PairingSide:
    return {"entry": player, "player": player, "name": name, "seed": None, "from": "seed:1"}


def a_pairing(
    a: PairingSide, b: PairingSide, status: PublishedStatus = "waiting", **facts: Any
) -> BracketPairing:
    pairing: BracketPairing = {
        "id": 1,
        "key": "main-1-1",
        "number": 1,
        "a": a,
        "b": b,
        "match": None,
        "status": status,
        "score": None,
        "winner": None,
        "table": None,
        "since": None,
        "minutes": None,
        "chances": None,
    }
    return {**pairing, **facts}  # type: ignore[typeddict-item]


def a_round(number: int, pairings: list[BracketPairing]) -> BracketRound:
    return {
        "number": number,
        "name": f"Round {number}",
        "length": 7,
        "pairings": pairings,
        "paired_before_correction": False,
    }


def a_bracket(*rounds: list[BracketPairing], code: str = "main") -> Bracket:
    numbered = [a_round(number, pairings) for number, pairings in enumerate(rounds, start=1)]
    return {"code": code, "name": code, "rounds": numbered}
