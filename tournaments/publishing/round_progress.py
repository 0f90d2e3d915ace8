"""How far the rounds that are being played have come."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from matches.models import AT_TABLE, MatchStatus
from rules_core.draws.advancement import PairingStatus
from tournaments.models import Pairing, Tournament
from tournaments.publishing.round_names import named_round

MOST = 2
"""So many fit on the console: the main bracket and the one beside it."""
_LIVE = (*AT_TABLE, MatchStatus.REPORTED, MatchStatus.DISPUTED)
_PLAYED = (PairingStatus.FINISHED, PairingStatus.WALKOVER)
_OPEN = (PairingStatus.WAITING, PairingStatus.READY)


@dataclass(frozen=True)
class RoundProgress:
    """A round with a bead for each match."""

    name: str
    beads: str
    """One letter a match: d(one), l(ive) or o(pen)."""
    played: int
    of: int


def round_progress(event: Tournament) -> list[RoundProgress]:
    """The round being played of each bracket, main brackets first; pools count as one another."""
    rows = (
        Pairing.objects.filter(stage__tournament=event, stage__finished_at=None)
        .select_related("stage", "match")
        .order_by("stage__number", "bracket", "round", "number")
    )
    found = [
        _current(list(pairings))
        for _, pairings in groupby(rows, key=lambda row: (row.stage_id, row.bracket))
    ]
    shown = [(row.bracket != "main", progress) for row, progress in filter(None, found)]
    return [progress for _, progress in sorted(shown, key=lambda one: one[0])[:MOST]]


def _current(rows: list[Pairing]) -> tuple[Pairing, RoundProgress] | None:
    """The first round in which something is still to be played."""
    last = max(row.round for row in rows)
    for _, of_round in groupby(rows, key=lambda row: row.round):
        pairings = [row for row in of_round if row.needed and row.status in (*_PLAYED, *_OPEN)]
        if any(row.status in _OPEN for row in pairings):
            beads = "".join(_bead(row) for row in pairings)
            name = named_round(pairings[0], last)
            return pairings[0], RoundProgress(name, beads, beads.count("d"), len(beads))
    return None


def _bead(row: Pairing) -> str:
    if row.status in _PLAYED:
        return "d"
    return "l" if row.match and row.match.status in _LIVE else "o"
