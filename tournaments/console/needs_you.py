"""Why a match needs the director: what the console lists under “Needs you”."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from matches.models import Match, MatchStatus

SLOW_AFTER = timedelta(minutes=8)
"""A match that takes longer than this for each point of its length is slow."""
LATE_AFTER = timedelta(minutes=10)
"""Called so long ago and not started: somebody is missing."""


class Need(StrEnum):
    """Why a match needs the director, the most urgent first."""

    DISPUTED = "disputed"
    REPORTED = "reported"
    LATE = "late"
    SLOW = "slow"


def need_of(match: Match, waited: timedelta | None) -> Need | None:
    """What a match at its table needs, by its status and the time since its start or its call."""
    if match.status == MatchStatus.DISPUTED:
        return Need.DISPUTED
    if match.status == MatchStatus.REPORTED:
        return Need.REPORTED
    if waited is None:
        return None
    if match.status == MatchStatus.CALLED:
        return Need.LATE if waited > LATE_AFTER else None
    return Need.SLOW if waited > SLOW_AFTER * match.length else None
