"""The pairings of a stage with what is shown of them, for the job that publishes the stage."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from db.light_rows import attach, light_row, light_rows
from matches.models import Match
from matches.winning_chances import TO_BE_WON
from players.models import Player
from tournaments.models import Entry, Pairing, Stage
from tournaments.selectors import POOLS_BY_NUMBER

PAIRING = (
    *("stage_id", "key", "bracket", "round", "number", "length", "a_id", "b_id", "a_open"),
    *("b_open", "a_from", "b_from", "needed", "outcome", "status", "void_reason", "winner"),
    "match_id",
)
MATCH = (
    *("version", "length", "status", "points_a", "points_b", "winner", "ended_by", "table"),
    *("created_at", "called_at", "started_at", "finished_at"),
)
WITH_MATCH = (
    *("stage_id", "pk", *PAIRING[1:]),
    *(f"match__{name}" for name in MATCH),
)
"""A pairing and its match in one row, which is another whenever anything of them is."""
_KEYS_AND_PAIRING = ("stage_id", "id", *PAIRING[1:])
_REPLAYED = ("rules", "entries")
"""What a match is replayed from, which is asked of those that are being played."""


def shown_pairings(stage: Stage, entries: Mapping[int, Entry] | None = None) -> list[Pairing]:
    """As ``selectors.stage_pairings``, without what no bracket and no standings show.

    Read one table after the other: joined, each entrant would be read again in every round.
    """
    rows = stage.pairings.order_by(POOLS_BY_NUMBER, "bracket", "round", "number")
    pairings = list(light_rows(rows, *PAIRING))
    here = stage.pairings.filter(match__isnull=False).order_by()
    _attach(pairings, stage, entries or shown_entries(stage), _matches(here.values("match")))
    return pairings


def shown_pairings_again(
    stage: Stage, keys: Collection[int], entries: Mapping[int, Entry]
) -> list[Pairing]:
    """Those with these keys, in no order; ``entries`` are those of the event."""
    pairings = list(light_rows(stage.pairings.filter(pk__in=keys).order_by(), *PAIRING))
    matches = _matches([pairing.match_id for pairing in pairings if pairing.match_id])
    _attach(pairings, stage, entries, matches)
    return pairings


def pairings_of_rows(
    stage: Stage, rows: Iterable[Sequence[Any]], entries: Mapping[int, Entry]
) -> list[Pairing]:
    """The same of rows that were read already, which have the columns of ``WITH_MATCH``."""
    pairings, matches = [], {}
    for row in rows:
        pairing = light_row(Pairing, _KEYS_AND_PAIRING, row[: len(_KEYS_AND_PAIRING)])
        pairings.append(pairing)
        if pairing.match_id:
            values = (pairing.match_id, *row[-len(MATCH) :])
            matches[pairing.match_id] = light_row(Match, ("id", *MATCH), values)
    _read_what_is_replayed(matches.values())
    _attach(pairings, stage, entries, matches)
    return pairings


def _attach(
    pairings: Iterable[Pairing],
    stage: Stage,
    entries: Mapping[int, Entry],
    matches: Mapping[int, Match],
) -> None:
    for pairing in pairings:
        attach(pairing, "stage", stage)
        attach(pairing, "a", entries[pairing.a_id] if pairing.a_id else None)
        attach(pairing, "b", entries[pairing.b_id] if pairing.b_id else None)
        attach(pairing, "match", matches[pairing.match_id] if pairing.match_id else None)


def shown_entries(stage: Stage) -> dict[int, Entry]:
    """Those of the event: whoever sits on the sheet is one of them."""
    rows = Entry.objects.filter(tournament=stage.tournament_id).order_by()
    players = Player.objects.filter(entries__tournament=stage.tournament_id).order_by()
    names = {player.pk: player for player in light_rows(players, "name")}
    entries = {entry.pk: entry for entry in light_rows(rows, "player_id", "status")}
    for entry in entries.values():
        attach(entry, "player", names[entry.player_id])
    return entries


def _matches(which: Any) -> dict[int, Match]:
    rows = Match.objects.filter(pk__in=which).order_by()
    matches = {match.pk: match for match in light_rows(rows, *MATCH)}
    _read_what_is_replayed(matches.values())
    return matches


def _read_what_is_replayed(matches: Iterable[Match]) -> None:
    """Read in one go what the chances of those under way are replayed from; others have no score yet, or an end."""
    by_key = {
        match.pk: match for match in matches if match.status in TO_BE_WON and any(match.score)
    }
    if by_key:
        for row in light_rows(Match.objects.filter(pk__in=by_key).order_by(), *_REPLAYED):
            by_key[row.pk].rules, by_key[row.pk].entries = row.rules, row.entries
