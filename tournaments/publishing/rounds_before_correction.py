"""Rounds of a Swiss that were paired before a result they rest on was corrected.

They stand: their players have sat down. But whoever reads them should know why two met who, by the
table of today, would not have. A result that was corrected and set right again leaves no mark: the
round rests on it as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
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
        for match_id, winners in _winners_of_corrected(round_of).items()
        for later, at in paired_at.items()
        if later > round_of[match_id] and _winner_at(winners, at) != winners[-1][1]
    }


Winners = list[tuple[datetime, str]]
"""Who had won a match, if anybody, from each line of its ledger on."""


def _winner_at(winners: Winners, at: datetime) -> str:
    """Whom a round that was paired then counted as the winner; nobody after a double forfeit."""
    return next((winner for since, winner in reversed(winners) if since <= at), "")


def _winners_of_corrected(match_ids: Iterable[int | None]) -> dict[int, Winners]:
    """Of each match that was corrected; the others have the winner they always had."""
    corrected = MatchEvent.objects.filter(match__in=match_ids, kind=EventKind.CORRECTED)
    ledgers: dict[int, list[MatchEvent]] = defaultdict(list)
    for line in MatchEvent.objects.filter(match__in=corrected.values("match")).order_by("number"):
        ledgers[line.match_id].append(line)
    return {
        match_id: [(line.at, winner) for line, winner in winners_through(ledger)]
        for match_id, ledger in ledgers.items()
    }
