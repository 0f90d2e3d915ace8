"""Calling everybody who can sit down at once."""

from __future__ import annotations

from django.utils import timezone

from matches.models import Match
from matches.services.calling import PlayerBusy, call_match
from matches.services.locking import TableTaken
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
