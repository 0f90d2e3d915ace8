"""What being late costs a player of a match that was called (docs/rules.md, "What a match record also carries")."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.models import Match, MatchStatus
from rules_core.sides import Side


@dataclass(frozen=True)
class Late:
    """A match that was called and has not started, and the points that its rules still ask for."""

    minutes: int
    """Since it was called."""
    a: int
    """Points due against side a, should it be the one that is missing."""
    b: int

    def against(self, side: Side) -> int:
        """Points due against a side."""
        return self.a if side is Side.A else self.b


def lateness_of(match: Match, now: datetime) -> Late | None:
    """How late a match is; nothing if nobody waits, or its rules have no points for it."""
    rule = match.match_rules.lateness
    if rule is None or match.status != MatchStatus.CALLED or match.called_at is None:
        return None
    late_s = max(0, int((now - match.called_at).total_seconds()))
    due = rule.points(late_s)
    return Late(
        late_s // 60, max(0, due - _given(match, Side.A)), max(0, due - _given(match, Side.B))
    )


def _given(match: Match, side: Side) -> int:
    given = (one.points for one in match.state.penalties if one.late and one.side is side)
    return sum(given)
