"""The pace of a club, from the matches of its latest events; kept for an hour."""

from __future__ import annotations

from django.core.cache import cache

from operations.version import VERSION
from tournaments.draws.pace import Pace, TimedMatch, learned_from
from tournaments.selectors import timed_matches

SECONDS = 3600


def club_pace(club_id: int) -> Pace:
    """How fast a club plays: at most two queries an hour, and no more for a long history."""
    pace: Pace | None = cache.get(key := f"pace-{VERSION}-{club_id}")
    if pace is None:
        pace = learned_from(
            TimedMatch(kind, length, (finished_at - since).total_seconds() / 60)
            for kind, length, since, finished_at in timed_matches(club_id)
        )
        cache.set(key, pace, SECONDS)
    return pace
