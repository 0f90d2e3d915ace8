"""Somebody else played a match than the draw had thought. What they played stays."""

from __future__ import annotations

from django.db import transaction

from matches.models import EventKind, Match
from matches.services.ledger import append_event
from matches.services.locking import locked_match
from outbox.services import enqueue
from players.actors import Actor


@transaction.atomic
def exchange_players(*, match_id: int, a_id: int, b_id: int, reason: str, actor: Actor) -> Match:
    """Put down who really plays a match; a second call changes nothing. The event asks for it."""
    match = locked_match(match_id)
    if (match.a_id, match.b_id) == (a_id, b_id):
        return match
    # Numbers, not names: the ledger is never changed, and a name may have to go one day.
    facts = {"from": [match.a_id, match.b_id], "to": [a_id, b_id], "reason": reason}
    before = (match.a_id, match.b_id)
    append_event(match, EventKind.EXCHANGED, facts, actor)
    match.a_id, match.b_id = a_id, b_id
    match.save(update_fields=["a", "b"])
    enqueue("matches.rate_match", match.pk)
    # Those who play it no longer are found at no match.
    enqueue("matches.note_players", *before)
    return match
