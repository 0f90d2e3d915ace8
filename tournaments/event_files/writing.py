"""An event as the file that describes it. What is in it depends on the event alone.

Entries, players and matches are numbered from 1, so that a file says nothing about the database
it came from, and one that was imported elsewhere and exported there is the same again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from matches.models import EventKind, Match, MatchEvent
from players.models import Player
from rules_core.draws.settings_reader import read_settings
from tournaments.event_files import FORMAT, VERSION
from tournaments.event_files.lines import written_lines
from tournaments.models import Entry, Pairing, Stage, StageEntrant, Tournament
from tournaments.registration_models import TERMS
from tournaments.selectors import entry_list, every_match, ledgers_of, stages_of

Numbers = dict[int, int]
"""Numbers in the file by primary key."""


def event_file(tournament: Tournament) -> dict[str, Any]:
    """Everything about an event; six queries however large it is."""
    entries = list(entry_list(tournament))
    matches = list(every_match(tournament))
    players = _everybody(entries, matches)
    in_file = {
        "players": _numbered(players),
        "entries": _numbered(entries),
        "matches": _numbered(matches),
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": _event(tournament),
        "players": [_player(number, player) for number, player in enumerate(players, start=1)],
        "entries": [_entry(entry, in_file) for entry in entries],
        "stages": [_stage(stage, in_file) for stage in _stages(tournament)],
        "matches": _matches(matches, ledgers_of(tournament), in_file),
    }


def _everybody(entries: Iterable[Entry], matches: Iterable[Match]) -> list[Player]:
    """Entrants, and those who played for one of them before being replaced."""
    players = {entry.player_id: entry.player for entry in entries}
    for match in matches:
        players |= {match.a_id: match.a, match.b_id: match.b}
    return [players[pk] for pk in sorted(players)]


def _numbered(rows: Iterable[Any]) -> Numbers:
    return {row.pk: number for number, row in enumerate(rows, start=1)}


def _event(tournament: Tournament) -> dict[str, Any]:
    fee = tournament.entry_fee
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "starts_at": _time(tournament.starts_at),
        "timezone": tournament.timezone,
        "tables": tournament.tables,
        "entry_fee": None if fee is None else str(fee),
        "result_policy": tournament.result_policy,
        "auto_confirm_minutes": tournament.auto_confirm_minutes,
        "show_chances": tournament.show_chances,
        "rules": tournament.rules,
        "status": tournament.status,
        "created_at": _time(tournament.created_at),
        "terms": _terms(tournament),
    }


def _terms(tournament: Tournament) -> dict[str, Any]:
    values = {name: getattr(tournament, name) for name in TERMS}
    return {
        name: _time(value) if isinstance(value, datetime) else value
        for name, value in values.items()
    }


def _player(number: int, player: Player) -> dict[str, Any]:
    """Without address and account: a file goes from hand to hand."""
    return {
        "id": number,
        "name": player.name,
        "country": player.country,
        "federation_id": player.federation_id,
    }


def _entry(entry: Entry, in_file: dict[str, Numbers]) -> dict[str, Any]:
    return {
        "id": in_file["entries"][entry.pk],
        "player": in_file["players"][entry.player_id],
        "seed": entry.seed,
        "status": entry.status,
        "reason": entry.reason,
        "paid": entry.paid,
        "created_at": _time(entry.created_at),
    }


def _stages(tournament: Tournament) -> Iterable[Stage]:
    return stages_of(tournament).prefetch_related("pairings", "entrants")


def _stage(stage: Stage, in_file: dict[str, Numbers]) -> dict[str, Any]:
    entries = in_file["entries"]
    pairings = sorted(stage.pairings.all(), key=lambda pairing: pairing.pk)
    return {
        "number": stage.number,
        "name": stage.name,
        "format": stage.format,
        "settings": stage.settings,
        # A seed that nobody has seen stays where it is: the file is no way to learn it.
        "seed": stage.seed if stage.drawn_at else "",
        "seed_given": stage.seed_given,
        "drawn_at": _time(stage.drawn_at),
        **_draw(stage, entries),
        "finished_at": _time(stage.finished_at),
        "pairings": [_pairing(pairing, in_file) for pairing in pairings],
    }


def _draw(stage: Stage, entries: Numbers) -> dict[str, Any]:
    """The entrants as the lists that version 1 of the file has."""
    by_seed = sorted(stage.entrants.all(), key=lambda entrant: entrant.seed)
    by_number = sorted(by_seed, key=lambda entrant: entrant.number)
    placed = {e.place_by_hand: e.entry_id for e in by_seed if e.place_by_hand is not None}
    return {
        "drawn_from": [_drawn_from(entrant, entries) for entrant in by_number],
        "seeds": [entries[entrant.entry_id] for entrant in by_seed],
        "lines": written_lines(
            read_settings(stage.format, stage.settings),
            [entrant.line or entrant.pool for entrant in by_seed],
            stage.drawn_count,
        ),
        "by_hand": [entries[placed[place]] for place in sorted(placed)],
    }


def _drawn_from(entrant: StageEntrant, entries: Numbers) -> dict[str, Any]:
    line: dict[str, Any] = {
        "entry": entries[entrant.entry_id],
        "rating": entrant.rating,
        "club": entrant.club,
        "seed": entrant.given_seed,
        "late": entrant.late,
    }
    if entrant.missed is not None:
        line["missed"] = entrant.missed
    if entrant.replaced:
        line["played_by"] = {"rating": entrant.stand_in_rating, "club": entrant.stand_in_club}
    return line


_AS_THEY_ARE = (
    *("key", "bracket", "round", "number", "length", "a_open", "b_open", "a_from", "b_from"),
    *("needed", "outcome", "status", "void_reason", "winner"),
)


def _pairing(pairing: Pairing, in_file: dict[str, Numbers]) -> dict[str, Any]:
    return {name: getattr(pairing, name) for name in _AS_THEY_ARE} | {
        "a": in_file["entries"].get(pairing.a_id or 0),
        "b": in_file["entries"].get(pairing.b_id or 0),
        "match": in_file["matches"].get(pairing.match_id or 0),
    }


def _matches(
    matches: list[Match], lines: Iterable[MatchEvent], in_file: dict[str, Numbers]
) -> list[dict[str, Any]]:
    ledgers: dict[int, list[dict[str, Any]]] = {match.pk: [] for match in matches}
    for line in lines:
        ledgers[line.match_id].append(_line(line))
    return [
        {
            "id": in_file["matches"][match.pk],
            "a": in_file["players"][match.a_id],
            "b": in_file["players"][match.b_id],
            "created_at": _time(match.created_at),
            "ledger": ledgers[match.pk],
        }
        for match in matches
    ]


def _line(line: MatchEvent) -> dict[str, Any]:
    """Without whose account it was and from which machine."""
    facts = dict(line.facts)
    if line.kind == EventKind.CREATED:
        # Where it is imported the event may have to go by another name.
        facts.pop("event", None)
    return {
        "kind": line.kind,
        "facts": facts,
        "side": line.side,
        "way": line.channel,
        "at": _time(line.at),
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
