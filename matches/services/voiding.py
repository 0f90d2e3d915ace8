"""A match that counts for nothing any more. It stays in the ledger with the reason."""

from __future__ import annotations

from django.db import transaction

from matches.models import EventKind, Match, MatchStatus
from matches.services.ledger import append_event
from matches.services.locking import locked_match
from outbox.services import enqueue
from players.actors import Actor


@transaction.atomic
def void_match(*, match_id: int, reason: str, actor: Actor) -> Match:
    """Void a match; a second call changes nothing. The event, which asks for it, knows already."""
    match = locked_match(match_id)
    if match.status == MatchStatus.VOID:
        return match
    append_event(match, EventKind.VOIDED, {"reason": reason}, actor)
    enqueue("matches.rate_match", match.pk)
    return match
