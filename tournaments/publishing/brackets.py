"""A stage's bracket as the REST contract shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any

from matches.models import Match
from rules_core.draws.advancement import PairingStatus
from tournaments.models import Entry, Pairing, Stage
from tournaments.publishing.round_names import BRACKETS, bracket_name, round_name
from tournaments.publishing.rounds_before_correction import rounds_paired_before_a_correction

_ORDER = {code: position for position, code in enumerate(BRACKETS)}


def bracket_of(stage: Stage, pairings: Iterable[Pairing]) -> dict[str, Any]:
    """The whole bracket; ``pairings`` in order, with their entries, players and matches."""
    rows = list(pairings)
    before = rounds_paired_before_a_correction(stage, rows)
    return {
        "format": stage.format,
        "brackets": [
            _bracket(stage.format, code, list(sheet), before)
            for code, sheet in groupby(rows, lambda p: p.bracket)
        ],
    }


def in_order(brackets: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Brackets as they are read: the main one first."""
    return sorted(brackets, key=lambda bracket: _ORDER.get(bracket["code"], len(_ORDER)))


def _bracket(
    format_code: str, code: str, pairings: list[Pairing], before: Collection[int]
) -> dict[str, Any]:
    last = max(pairing.round for pairing in pairings)
    return {
        "code": code,
        "name": str(bracket_name(code)),
        "rounds": [
            {
                "number": number,
                "name": str(round_name(format_code, code, number, last)),
                **_round(list(rows)),
                "paired_before_correction": number in before,
            }
            for number, rows in groupby(pairings, lambda p: p.round)
        ],
    }


def _round(pairings: list[Pairing]) -> dict[str, Any]:
    return {
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
        "status": match.status
        if match and pairing.status == PairingStatus.READY
        else pairing.status,
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
