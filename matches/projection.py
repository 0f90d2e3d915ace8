"""The row of a match is the projection of its ledger: what each line does to it, and nothing else does.

Services write a line and project it in; ``manage.py verify`` projects all lines again and compares.
So a line must carry every fact it needs, and may depend only on the lines before it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from matches.models import (
    OVERTIME,
    OVERTIME_TAKEN_BACK,
    EventKind,
    Match,
    MatchEvent,
    MatchStatus,
    ResultPolicy,
)
from rules_core.match import MatchState, enter, replay_json, score_entry_from_json
from rules_core.rulings import Irregularity
from rules_core.sides import Side

PROJECTED_FIELDS = (
    "version",
    "status",
    "length",
    "rules",
    "entries",
    "reports",
    "event",
    "result_policy",
    "auto_confirm_minutes",
    "rated",
    "points_a",
    "points_b",
    "winner",
    "ended_by",
    "table",
    "called_at",
    "started_at",
    "confirms_at",
    "finished_at",
)
"""The columns that follow from the ledger."""


def project(match: Match, event: MatchEvent) -> None:
    """Take a match, in memory, to where it stands after one more line of its ledger."""
    _PROJECTIONS[EventKind(event.kind)](match, event)
    match.version = event.number


def claimed(match: Match, side: str) -> MatchState:
    """Where the match would stand by the report of one side."""
    return replay_json({"rules": match.rules, "entries": match.reports[side]["entries"]})


def _created(match: Match, event: MatchEvent) -> None:
    for field in ("length", "rules", "event", "result_policy", "auto_confirm_minutes", "rated"):
        setattr(match, field, event.facts[field])


def _rules_set(match: Match, event: MatchEvent) -> None:
    match.rules = event.facts["rules"]
    match.length = match.rules["length"]


def _policy_set(match: Match, event: MatchEvent) -> None:
    """Whose word counts from now on; what a side has reported waits on, but no longer for the clock."""
    match.result_policy = event.facts["result_policy"]
    match.auto_confirm_minutes = event.facts["auto_confirm_minutes"]
    if match.result_policy != ResultPolicy.CONFIRM:
        match.confirms_at = None


def _called(match: Match, event: MatchEvent) -> None:
    match.table = _table(event)
    match.called_at = match.called_at or event.at
    match.status = _live_status(match)


def _table(event: MatchEvent) -> int | None:
    """The table that a line names. Earlier versions let a match be called to table 0: to none."""
    return event.facts["table"] or None


def _uncalled(match: Match, _event: MatchEvent) -> None:
    match.table, match.called_at = None, None
    match.status = _live_status(match)


def _started(match: Match, event: MatchEvent) -> None:
    match.started_at = event.at
    match.status = _live_status(match)


def _entered(match: Match, event: MatchEvent) -> None:
    _apply_state(match, enter(match.state, score_entry_from_json(event.facts)), event.at)


def _replaced(match: Match, event: MatchEvent) -> None:
    """Taken back, re-opened or corrected: the line says what counts from now on."""
    if "rules" in event.facts:
        _rules_set(match, event)
    if "table" in event.facts:
        match.table = _table(event)
    _apply_state(
        match, replay_json({"rules": match.rules, "entries": event.facts["entries"]}), event.at
    )
    if event.facts.get("waits"):
        match.table, match.called_at, match.started_at = None, None, None
        match.status = _live_status(match)


def _reported(match: Match, event: MatchEvent) -> None:
    match.reports = {event.facts["side"]: _report(event)}
    _wait_for_other_side(match, event.at)


def _disputed(match: Match, event: MatchEvent) -> None:
    if "entries" in event.facts:
        match.reports = match.reports | {event.facts["side"]: _report(event)}
    match.status = MatchStatus.DISPUTED
    match.confirms_at = None


def _undisputed(match: Match, event: MatchEvent) -> None:
    """The side that said no has thought better of it: the report before stands again."""
    reported_by = event.facts["report_of"]
    match.reports = {reported_by: match.reports[reported_by]}
    _wait_for_other_side(match, event.at)


def _wait_for_other_side(match: Match, since: datetime) -> None:
    match.status = MatchStatus.REPORTED
    minutes = match.auto_confirm_minutes
    match.confirms_at = since + timedelta(minutes=minutes) if minutes is not None else None


def _confirmed(match: Match, event: MatchEvent) -> None:
    _apply_state(match, claimed(match, event.facts["report_of"]), event.at)


def _transcript(_match: Match, _event: MatchEvent) -> None:
    """A file beside the record changes nothing in it."""


def _ruled(_match: Match, event: MatchEvent) -> None:
    """What is ruled at the board changes no score; a line that says nothing known is none."""
    if event.facts["ruling"] not in (OVERTIME, OVERTIME_TAKEN_BACK):
        Irregularity(event.facts["ruling"])
    if event.facts["side"]:
        Side(event.facts["side"])


def _exchanged(_match: Match, _event: MatchEvent) -> None:
    """Who plays stands in the row alone, from its making on; what was played is as it was."""


def _voided(match: Match, _event: MatchEvent) -> None:
    match.status = MatchStatus.VOID
    match.confirms_at = None


_PROJECTIONS: dict[EventKind, Callable[[Match, MatchEvent], None]] = {
    EventKind.CREATED: _created,
    EventKind.RULES_SET: _rules_set,
    EventKind.POLICY_SET: _policy_set,
    EventKind.CALLED: _called,
    EventKind.UNCALLED: _uncalled,
    EventKind.STARTED: _started,
    EventKind.ENTERED: _entered,
    EventKind.TAKEN_BACK: _replaced,
    EventKind.REPORTED: _reported,
    EventKind.DISPUTED: _disputed,
    EventKind.UNDISPUTED: _undisputed,
    EventKind.CONFIRMED: _confirmed,
    EventKind.REOPENED: _replaced,
    EventKind.CORRECTED: _replaced,
    EventKind.TRANSCRIPT: _transcript,
    EventKind.RULED: _ruled,
    EventKind.EXCHANGED: _exchanged,
    EventKind.VOIDED: _voided,
}


def _report(event: MatchEvent) -> dict[str, Any]:
    return {"entries": event.facts["entries"], "at": event.at.isoformat()}


def _apply_state(match: Match, state: MatchState, at: datetime) -> None:
    """Let a match stand where the rules say it does; what was only reported is settled by that."""
    match.apply_state(state)
    match.reports, match.confirms_at = {}, None
    if state.games:
        match.started_at = match.started_at or at
    # A corrected match keeps its place in the order of rating.
    match.finished_at = (match.finished_at or at) if state.finished else None
    match.status = MatchStatus.FINISHED if state.finished else _live_status(match)


def _live_status(match: Match) -> MatchStatus:
    if match.started_at:
        return MatchStatus.PLAYING
    return MatchStatus.CALLED if match.called_at else MatchStatus.READY
