"""Who wins a match from here: the equity table and two ratings, combined as rules_core does."""

from __future__ import annotations

from typing import Annotated, TypedDict

from matches.models import Match, MatchStatus
from rules_core.equity import BeyondTable, Standing, winning_chance

TO_BE_WON = (MatchStatus.READY, MatchStatus.CALLED, MatchStatus.PLAYING)
"""Nobody has said yet how it ended."""


DIGITS = 3
"""More would say more than anybody knows."""


class MatchChances(TypedDict):
    """The chances of side a to win; those of side b are the rest."""

    before: Annotated[float, "Before the first game."]
    now: Annotated[float | None, "At this score; null once a result is reported or counts."]


def match_chances(match: Match, difference: float) -> MatchChances | None:
    """Side a's chances, who is rated higher by the difference; nothing for very long matches."""
    before = chance_at(Standing(match.length, match.length), difference)
    if before is None or match.status == MatchStatus.VOID:
        return None
    return {"before": before, "now": _chance_now(match, difference)}


def _chance_now(match: Match, difference: float) -> float | None:
    if match.status not in TO_BE_WON:
        return None
    a, b = match.score
    return chance_at(
        Standing(match.length - a, match.length - b, _is_crawford_over(match)), difference
    )


def _is_crawford_over(match: Match) -> bool:
    """Asked at match point only, so that few matches are replayed; before that it makes no difference."""
    if match.length - 1 not in match.score:
        return False
    return match.state.crawford_played or not match.match_rules.crawford


def chance_at(standing: Standing, difference: float) -> float | None:
    """The chance of who stands so and is rated higher by the difference; nothing beyond the equity table."""
    try:
        return round(winning_chance(standing, rating=difference), DIGITS)
    except BeyondTable:
        return None
