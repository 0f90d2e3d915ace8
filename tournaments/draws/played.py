"""What counts as played: from then on a draw stands, an entrant is not exchanged, a round not taken back."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Match, MatchStatus
from rules_core.match import MatchEnd
from tournaments.models import OUT, Entry, Pairing, Stage

_NOT_STARTED = (MatchStatus.READY, MatchStatus.CALLED)
_WITHOUT_PLAY = (MatchEnd.WALKOVER, MatchEnd.DOUBLE_FORFEIT)


def is_started(match: Match) -> bool:
    """Whether anything was played, or somebody reported how it ended, that still counts."""
    if match.status == MatchStatus.VOID:
        return False
    # A match may have to wait with the points it has, for a player who is busy elsewhere.
    return match.status not in _NOT_STARTED or bool(match.entries)


def is_played(row: Pairing, out: Collection[int]) -> bool:
    """Whether a match was begun, or somebody reported how it ended; needs its match.

    ``out`` are the entries that have left. A walkover that only follows from that is not played:
    nobody did anything for it.
    """
    match = row.match
    if match is None or not is_started(match):
        return False
    if match.ended_by not in _WITHOUT_PLAY or len(match.entries) > 1:
        return True
    lost = [entry for side, entry in (("a", row.a_id), ("b", row.b_id)) if side != row.winner]
    return not all(entry in out for entry in lost)


def is_anything_played(stage: Stage) -> bool:
    """Whether the draw stands."""
    rows = stage.pairings.filter(match__isnull=False).select_related("match")
    out = entries_out(stage)
    return any(is_played(row, out) for row in rows)


def entries_out(stage: Stage) -> set[int]:
    """The entries of a stage's event that have left it."""
    gone = Entry.objects.filter(tournament=stage.tournament_id, status__in=OUT)
    return set(gone.values_list("pk", flat=True))
