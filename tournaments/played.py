"""What counts as played: from then on a draw stands, an entrant is not exchanged, a round not taken back."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Status
from rules_core.match import MatchEnd
from tournaments.models import OUT, Entry, Pairing, Stage

_NOT_BEGUN = (Status.READY, Status.CALLED, Status.VOID)
_WITHOUT_PLAY = (MatchEnd.WALKOVER, MatchEnd.DOUBLE_FORFEIT)


def is_played(row: Pairing, out: Collection[int]) -> bool:
    """Whether a match was begun, or somebody reported how it ended; needs its match.

    ``out`` are the entries that have left. A walkover that only follows from that is not played:
    nobody did anything for it.
    """
    match = row.match
    if match is None or match.status in _NOT_BEGUN:
        return False
    if match.ended_by not in _WITHOUT_PLAY or len(match.entries) > 1:
        return True
    lost = [entry for side, entry in (("a", row.a_id), ("b", row.b_id)) if side != row.winner]
    return not all(entry in out for entry in lost)


def is_anything_played(stage: Stage) -> bool:
    """Whether the draw stands."""
    begun = stage.pairings.filter(match__isnull=False).exclude(match__status__in=_NOT_BEGUN)
    out = entries_out(stage)
    return any(is_played(row, out) for row in begun.select_related("match"))


def entries_out(stage: Stage) -> set[int]:
    """The entries of a stage's event that have left it."""
    gone = Entry.objects.filter(tournament=stage.tournament_id, status__in=OUT)
    return set(gone.values_list("pk", flat=True))
