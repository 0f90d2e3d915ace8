"""A stage's bracket as the REST contract shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any

from matches.models import Match
from rules_core.draws.progress import Status
from tournaments.models import Entry, Pairing, Stage
from tournaments.standing_rounds import rounds_paired_before_a_correction

_BRACKET_NAMES = {"main": "Main"}
_LAST_ROUNDS = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}


def bracket_of(stage: Stage, pairings: Iterable[Pairing]) -> dict[str, Any]:
    """The whole bracket; ``pairings`` in order, with their entries, players and matches."""
    rows = list(pairings)
    before = rounds_paired_before_a_correction(stage, rows)
    return {
        "format": stage.format,
        "brackets": [
            _bracket(code, list(sheet), before)
            for code, sheet in groupby(rows, lambda p: p.bracket)
        ],
    }


def _bracket(code: str, pairings: list[Pairing], before: Collection[int]) -> dict[str, Any]:
    last = max(pairing.round for pairing in pairings)
    return {
        "code": code,
        "name": _BRACKET_NAMES.get(code, code),
        "rounds": [
            _round(number, last, list(rows)) | {"paired_before_correction": number in before}
            for number, rows in groupby(pairings, lambda p: p.round)
        ],
    }


def _round(number: int, last: int, pairings: list[Pairing]) -> dict[str, Any]:
    return {
        "number": number,
        "name": _LAST_ROUNDS.get(last - number, f"Round {number}"),
        "length": pairings[0].length,
        "pairings": [_pairing(pairing) for pairing in pairings],
    }


def _pairing(pairing: Pairing) -> dict[str, Any]:
    match = pairing.match
    return {
        "id": pairing.pk,
        "key": pairing.key,
        "number": pairing.number,
        "a": _slot(pairing.a, pairing.a_from),
        "b": _slot(pairing.b, pairing.b_from),
        "match": match.pk if match else None,
        "status": match.status if match and pairing.status == Status.READY else pairing.status,
        "score": _score(match),
        "winner": pairing.winner or None,
        "table": match.table if match else None,
    }


def _slot(entry: Entry | None, origin: str) -> dict[str, Any]:
    return {
        "entry": entry.pk if entry else None,
        "player": entry.player_id if entry else None,
        "name": entry.player.name if entry else None,
        "seed": int(origin.removeprefix("seed:")) if origin.startswith("seed:") else None,
        "from": origin,
    }


def _score(match: Match | None) -> list[int] | None:
    return list(match.score) if match and (match.points_a or match.points_b) else None
