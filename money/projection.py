"""The row of a session follows from its ledger: what each line does to it, and nothing else does."""

from __future__ import annotations

from money.models import MoneySession, SessionEvent, SessionEventKind
from rules_core.match import MatchState, enter, replay, score_entry_from_json

PROJECTED_FIELDS = ("stake", "rules", "entries", "version", "points_a", "points_b", "settled_at")
"""The columns that follow from the ledger."""


def project(session: MoneySession, event: SessionEvent) -> None:
    """Take a session, in memory, to where it stands after one more line of its ledger."""
    match SessionEventKind(event.kind):
        case SessionEventKind.STARTED:
            session.stake, session.rules = event.facts["stake"], event.facts["rules"]
            session.entries, session.points_a, session.points_b = [], 0, 0
        case SessionEventKind.GAME:
            _stands(session, enter(session.state, score_entry_from_json(event.facts)))
        case SessionEventKind.TAKEN_BACK:
            state = session.state
            _stands(session, replay(state.rules, state.entries[:-1]))
        case SessionEventKind.SETTLED:
            session.settled_at = event.at
    session.version = event.number


def _stands(session: MoneySession, state: MatchState) -> None:
    session.entries = state.to_json()["entries"]
    session.points_a, session.points_b = state.points
