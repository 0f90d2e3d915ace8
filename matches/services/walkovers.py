"""A match that somebody's absence decided."""

from __future__ import annotations

from django.db import transaction

from matches.models import EventKind, Match
from matches.services.ledger import write
from matches.services.locking import locked_match
from players.actors import Actor
from rules_core.match import Ending, MatchEnd, entry_to_json
from rules_core.sides import Side


@transaction.atomic
def walk_over(*, match_id: int, winner: Side | None, reason: str, actor: Actor) -> Match:
    """End a match without play; without a winner, both forfeit. The event knows already."""
    match = locked_match(match_id)
    ended_by = MatchEnd.WALKOVER if winner else MatchEnd.DOUBLE_FORFEIT
    facts = entry_to_json(Ending(ended_by, winner)) | {"reason": reason}
    write(match, EventKind.ENTERED, facts, actor)
    return match
