"""A stage's bracket as the REST contract shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby
from typing import Any, cast

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
from tournaments.publishing.snapshot_json import text_with_list

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
    return _content(stage, pairings, stages, lambda pairing: pairing_of(pairing, ratings))


def bracket_text(
    stage: Stage,
    pairings: Iterable[Pairing],
    stages: list[StageName],
    text_of: Mapping[int, str],
) -> str:
    """The same as JSON, to the last letter, where the texts of the pairings are at hand."""
    content = _content(stage, pairings, stages, lambda pairing: text_of[pairing.pk])
    brackets = [
        text_with_list(
            {"code": bracket["code"], "name": bracket["name"]},
            "rounds",
            [_round_text(round_) for round_ in bracket["rounds"]],
        )
        for bracket in content["brackets"]
    ]
    head, tail = {"format": content["format"]}, {"stages": content["stages"]}
    return text_with_list(head, "brackets", brackets, tail)


def _round_text(round_: Any) -> str:
    return text_with_list(
        {"number": round_["number"], "name": round_["name"], "length": round_["length"]},
        "pairings",
        round_["pairings"],
        {"paired_before_correction": round_["paired_before_correction"]},
    )


def _content(
    stage: Stage,
    pairings: Iterable[Pairing],
    stages: list[StageName],
    shown: Callable[[Pairing], Any],
) -> BracketContent:
    rows = list(pairings)
    before = rounds_paired_before_a_correction(stage, rows)
    return {
        "format": stage.format,
        "brackets": [
            _bracket(stage.format, code, list(sheet), before, shown)
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
    shown: Callable[[Pairing], Any],
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
                shown,
            )
            for number, rows in groupby(pairings, lambda p: p.round)
        ],
    }


def _round(
    name: str,
    pairings: list[Pairing],
    paired_before_correction: bool,
    shown: Callable[[Pairing], Any],
) -> BracketRound:
    first = pairings[0]
    return {
        "number": first.round,
        "name": name,
        "length": first.length,
        "pairings": [shown(pairing) for pairing in pairings],
        "paired_before_correction": paired_before_correction,
    }


def pairing_of(pairing: Pairing, ratings: Ratings | None) -> BracketPairing:
    """One pairing: by its row and its match, and by the entries, players and ratings of the event."""
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
