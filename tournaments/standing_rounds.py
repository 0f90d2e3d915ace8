"""Rounds of a Swiss that were paired before a result they rest on was corrected.

They stand: their players have sat down. But whoever reads them should know why two met who, by the
table of today, would not have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from matches.models import EventKind, MatchEvent
from matches.selectors import winners_through
from tournaments.models import Pairing, Stage


def rounds_paired_before_a_correction(stage: Stage, rows: Iterable[Pairing]) -> set[int]:
    """Round numbers, of a stage that is paired by round; ``rows`` with their matches."""
    if not stage.paired_by_round:
        return set()
    played = [row for row in rows if row.match]
    paired_at: dict[int, datetime] = {}
    for row in played:
        assert row.match is not None
        at = row.match.created_at
        paired_at[row.round] = min(at, paired_at.get(row.round, at))
    round_of = {row.match_id: row.round for row in played}
    return {
        later
        for match_id, corrected_at in _other_winners(round_of)
        for later, at in paired_at.items()
        if later > round_of[match_id] and at < corrected_at
    }


def _other_winners(match_ids: Iterable[int | None]) -> Iterator[tuple[int, datetime]]:
    """Matches that were given to somebody else, and when."""
    corrected = MatchEvent.objects.filter(match__in=match_ids, kind=EventKind.CORRECTED)
    ledgers: dict[int, list[MatchEvent]] = defaultdict(list)
    for line in MatchEvent.objects.filter(match__in=corrected.values("match")).order_by("number"):
        ledgers[line.match_id].append(line)
    for match_id, ledger in ledgers.items():
        before = ""
        for line, winner in winners_through(ledger):
            if line.kind == EventKind.CORRECTED and before and winner != before:
                yield match_id, line.at
            before = winner or before
