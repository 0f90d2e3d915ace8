"""Writing to the ledger: one line, projected into its match, and its listeners notified."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils import timezone

from db.prepared import PreparedInsert, PreparedUpdate
from matches.models import EventKind, Match, MatchEvent, MatchStatus
from matches.projection import PROJECTED_FIELDS, project
from matches.services.match_listeners import (
    LaterResults,
    notify_changed,
    notify_finished,
    notify_moved,
)
from matches.services.permissions import side_of
from outbox.services import enqueue
from players.actors import Actor
from rules_core.match import MatchState

lines = PreparedInsert(MatchEvent)
"""Adds lines to ledgers."""


@cache
def _columns(names: frozenset[str]) -> PreparedUpdate[Match]:
    """Writes what a line changed. Lines of a kind change the same, so these sets are few."""
    return PreparedUpdate(Match, names)


def new_event(match: Match, kind: EventKind, facts: dict[str, Any], actor: Actor) -> MatchEvent:
    """The next line of a match's ledger, neither projected in nor saved."""
    return MatchEvent(
        match=match,
        number=match.version + 1,
        kind=kind,
        facts=facts,
        by=actor.user,
        channel=actor.channel,
        address=actor.address,
        at=actor.at or timezone.now(),
    )


def append_event(match: Match, kind: EventKind, facts: dict[str, Any], actor: Actor) -> None:
    """Add a line to the ledger of a match the caller has locked. No listener is notified."""
    event = new_event(match, kind, facts, actor)
    event.side = side_of(actor, match) or ""
    before = {name: getattr(match, name) for name in PROJECTED_FIELDS}
    project(match, event)
    after = {name: getattr(match, name) for name in PROJECTED_FIELDS}
    _columns(frozenset(name for name in PROJECTED_FIELDS if after[name] != before[name])).save(
        [match]
    )
    lines.add([event])


def record_event(
    match: Match,
    kind: EventKind,
    facts: dict[str, Any],
    actor: Actor,
    *,
    later: LaterResults = LaterResults.REFUSE,
) -> None:
    """Add a line, and let the event and the ratings know if it finished or changed a result."""
    before = match.state if match.status == MatchStatus.FINISHED else None
    append_event(match, kind, facts, actor)
    if before is not None:
        _tell_of_change(match, before, actor, later=later)
    elif match.status == MatchStatus.FINISHED:
        notify_finished(match, actor)
        enqueue("matches.rate_match", match.pk)
    else:
        notify_moved(match)


def _tell_of_change(match: Match, before: MatchState, actor: Actor, *, later: LaterResults) -> None:
    if match.status == MatchStatus.FINISHED and match.state == before:
        return
    notify_changed(match, before, actor, later=later)
    enqueue("matches.rate_match", match.pk)
