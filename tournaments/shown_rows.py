"""The pairings of a stage with what is shown of them, for the job that publishes the stage."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from db.light_rows import attach, light_rows
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
    _read_entries(
        match for match in matches.values() if match.status in TO_BE_WON and any(match.score)
    )
    return matches


def _read_entries(under_way: Iterable[Match]) -> None:
    """Read in one go what chances may be replayed from; the others have no score yet, or an end."""
    by_key = {match.pk: match for match in under_way}
    if by_key:
        for row in light_rows(Match.objects.filter(pk__in=by_key).order_by(), *_REPLAYED):
            by_key[row.pk].rules, by_key[row.pk].entries = row.rules, row.entries
