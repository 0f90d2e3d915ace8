"""Calling everybody who can sit down at once, and taking it back."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from matches.models import Match, MatchStatus
from matches.services.calling import AlreadyStarted, PlayerBusy, call_match, take_back_call
from matches.services.locking import MatchVoid, TableTaken
from players.actors import Actor
from players.models import Role
from tournaments.console.overview import overview_of
from tournaments.models import Tournament
from tournaments.selectors import event_matches
from tournaments.services.permissions import require_in_event


def call_all(*, tournament_id: int, actor: Actor) -> list[Match]:
    """Call every match for which there is a free table, in the order of the sheet.

    Each call stands by itself: what somebody else has called or seated meanwhile is passed over.
    """
    require_in_event(actor, Role.SCORER, tournament_id)
    event = Tournament.objects.get(pk=tournament_id)
    offered = overview_of(list(event_matches(event)), event.tables, timezone.now()).calls
    called = []
    for call in offered:
        if call.table is None:
            break
        try:
            called.append(call_match(match_id=call.match.pk, table=call.table, actor=actor))
        except (TableTaken, PlayerBusy):
            continue
    return called


def take_back_calls(*, tournament_id: int, match_ids: Collection[int], actor: Actor) -> list[Match]:
    """Have those of these matches wait again that are called; who plays already plays on."""
    require_in_event(actor, Role.SCORER, tournament_id)
    event = Tournament.objects.get(pk=tournament_id)
    waiting = []
    for match in event_matches(event):
        if match.pk in match_ids and match.status == MatchStatus.CALLED:
            try:
                waiting.append(take_back_call(match_id=match.pk, actor=actor))
            except (AlreadyStarted, MatchVoid):
                continue
    return waiting
