"""What a change during play would touch, so that a director reads it before saving."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matches.models import AT_TABLE, Match, MatchStatus

_NOT_STARTED = (MatchStatus.READY, MatchStatus.CALLED)


@dataclass(frozen=True)
class OpenMatches:
    """The matches of an event by how far they have come."""

    unfinished: int
    """Who enters results, and the clock, changes for these at once."""
    not_started: int
    """The rules change for these, and for those still to be made."""
    under_way: int
    """These keep their rules, and may have another clock."""
    over: int
    """Nothing changes for these."""
    highest_table: int
    """The highest table at which somebody sits; 0 if nobody does."""


def open_matches(matches: Iterable[Match]) -> OpenMatches:
    """Count the matches of an event."""
    listed = [match for match in matches if match.status != MatchStatus.VOID]
    unfinished = [match for match in listed if not match.is_over]
    untouched = [
        match for match in unfinished if match.status in _NOT_STARTED and not match.entries
    ]
    at_tables = [match.table or 0 for match in unfinished if match.status in AT_TABLE]
    return OpenMatches(
        unfinished=len(unfinished),
        not_started=len(untouched),
        under_way=len(unfinished) - len(untouched),
        over=len(listed) - len(unfinished),
        highest_table=max(at_tables, default=0),
    )
