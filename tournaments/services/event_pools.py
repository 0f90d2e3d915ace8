"""Which rating pools an event counts for."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from matches.services.rating_pools import choose_pools
from players.actors import Actor
from players.models import Role
from tournaments.services.locks import locked_event
from tournaments.services.permissions import require_in_event


@transaction.atomic
def choose_event_pools(*, tournament_id: int, pools: Collection[str], actor: Actor) -> None:
    """Let an event count for these pools and for no others; also afterwards, what was played follows."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    # Held, so that nobody deletes the event meanwhile: a later one of its name would be bound by this.
    event = locked_event(tournament_id)
    choose_pools(club_id=event.club_id, event=event.slug, pools=pools, actor=actor)
