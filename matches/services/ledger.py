"""Writing to the ledger: one line, projected into its match, and its listeners notified."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any

from django.utils import timezone

from db.light_rows import light_row
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
_LINE = ("match_id", "number", "kind", "facts", "by_id", "side", "channel", "address", "at")
_projected = attrgetter(*PROJECTED_FIELDS)


@cache
def _columns(names: frozenset[str]) -> PreparedUpdate[Match]:
    """Writes what a line changed. Lines of a kind change the same, so these sets are few."""
    return PreparedUpdate(Match, names)


def new_event(
    match: Match, kind: EventKind, facts: dict[str, Any], actor: Actor, side: str = ""
) -> MatchEvent:
    """The next line of a match's ledger, neither projected in nor saved."""
    values = (
        *(match.pk, match.version + 1, kind, facts),
        *(actor.user.pk if actor.user else None, side, actor.channel, actor.address),
        actor.at or timezone.now(),
    )
    return light_row(MatchEvent, _LINE, values)


def append_event(match: Match, kind: EventKind, facts: dict[str, Any], actor: Actor) -> None:
    """Add a line to the ledger of a match the caller has locked. No listener is notified."""
    event = new_event(match, kind, facts, actor, side_of(actor, match) or "")
    before = _projected(match)
    project(match, event)
    columns = zip(PROJECTED_FIELDS, before, _projected(match), strict=True)
    _columns(frozenset(name for name, old, new in columns if old != new)).save([match])
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
