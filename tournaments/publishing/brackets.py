"""A stage's bracket as the REST contract shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import cast

from matches.models import Match
from rules_core.draws.advancement import PairingStatus
from tournaments.models import Entry, Pairing, Stage
from tournaments.publishing.bracket_types import (
    Bracket,
    BracketContent,
    BracketPairing,
    BracketRound,
    PairingSide,
    PublishedStatus,
    SideName,
    StageName,
)
from tournaments.publishing.chances import Ratings, pairing_chances
from tournaments.publishing.round_names import BRACKETS, bracket_name, round_name
from tournaments.publishing.rounds_before_correction import rounds_paired_before_a_correction

_ORDER = {code: position for position, code in enumerate(BRACKETS)}


def bracket_of(
    stage: Stage,
    pairings: Iterable[Pairing],
    stages: list[StageName],
    ratings: Ratings | None = None,
) -> BracketContent:
    """The whole bracket; ``pairings`` in order, with their entries, players and matches.

    ``ratings`` are those that chances are shown by; without them none are shown.
    """
    rows = list(pairings)
    before = rounds_paired_before_a_correction(stage, rows)
    return {
        "format": stage.format,
        "brackets": [
            _bracket(stage.format, code, list(sheet), before, ratings)
            for code, sheet in groupby(rows, lambda p: p.bracket)
        ],
        "stages": stages,
    }


def in_order(brackets: Iterable[Bracket]) -> list[Bracket]:
    """Brackets as they are read: the main one first."""
    return sorted(brackets, key=lambda bracket: _ORDER.get(bracket["code"], len(_ORDER)))


def _bracket(
    format_code: str,
    code: str,
    pairings: list[Pairing],
    before: Collection[int],
    ratings: Ratings | None,
) -> Bracket:
    last = max(pairing.round for pairing in pairings)
    return {
        "code": code,
        "name": str(bracket_name(code)),
        "rounds": [
            _round(
                str(round_name(format_code, code, number, last)),
                list(rows),
                number in before,
                ratings,
            )
            for number, rows in groupby(pairings, lambda p: p.round)
        ],
    }


def _round(
    name: str,
    pairings: list[Pairing],
    paired_before_correction: bool,
    ratings: Ratings | None,
) -> BracketRound:
    first = pairings[0]
    return {
        "number": first.round,
        "name": name,
        "length": first.length,
        "pairings": [_pairing(pairing, ratings) for pairing in pairings],
        "paired_before_correction": paired_before_correction,
    }


def _pairing(pairing: Pairing, ratings: Ratings | None) -> BracketPairing:
    match = pairing.match
    return {
        "id": pairing.pk,
        "key": pairing.key,
        "number": pairing.number,
        "a": _side(pairing.a, pairing.a_from),
        "b": _side(pairing.b, pairing.b_from),
        "match": match.pk if match else None,
        "status": _status(pairing),
        "score": _score(match),
        "winner": cast("SideName", pairing.winner) if pairing.winner else None,
        "table": match.table if match else None,
        "since": _since(match),
        "minutes": _minutes(match),
        "chances": None if ratings is None else pairing_chances(pairing, ratings),
    }


def _since(match: Match | None) -> str | None:
    if match is None or match.is_over:
        return None
    began = match.started_at or match.called_at
    return began.isoformat(timespec="seconds") if began else None


def _minutes(match: Match | None) -> int | None:
    if match is None or match.finished_at is None:
        return None
    began = match.started_at or match.called_at
    return round((match.finished_at - began).total_seconds() / 60) if began else None


def _status(pairing: Pairing) -> PublishedStatus:
    """While a match is played, how far it has come; else what became of the pairing."""
    playing = pairing.match if pairing.status == PairingStatus.READY else None
    return cast("PublishedStatus", playing.status if playing else pairing.status)


def _side(entry: Entry | None, origin: str) -> PairingSide:
    return {
        "entry": entry.pk if entry else None,
        "player": entry.player_id if entry else None,
        "name": entry.player.name if entry else None,
        "seed": int(origin.removeprefix("seed:")) if origin.startswith("seed:") else None,
        "from": origin,
    }


def _score(match: Match | None) -> list[int] | None:
    return list(match.score) if match and (match.points_a or match.points_b) else None
