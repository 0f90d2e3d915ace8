"""Those who have left an event keep their place in its standings, and are marked."""

from __future__ import annotations

from typing import cast

from tournaments.models import OUT, Entry
from tournaments.publishing.standings_types import StandingsStatus


def left_as(entry: Entry) -> StandingsStatus | None:
    """Withdrawn or disqualified; nothing for those who are still there."""
    return cast("StandingsStatus", str(entry.status)) if entry.status in OUT else None
