"""A match that somebody's absence decided."""

from __future__ import annotations

from django.db import transaction

from matches.models import EventKind, Match
from matches.services.calling import PlayerBusy, check_players_free, table_if_free
from matches.services.ledger import append_event
from matches.services.locking import locked_match, table_transaction
from players.actors import Actor
from rules_core.match import Ending, MatchEnd, score_entry_to_json
from rules_core.sides import Side


@transaction.atomic
def walk_over(*, match_id: int, winner: Side | None, reason: str, actor: Actor) -> Match:
    """End a match without play; without a winner, both forfeit. The event knows already."""
    match = locked_match(match_id)
    ended_by = MatchEnd.WALKOVER if winner else MatchEnd.DOUBLE_FORFEIT
    facts = score_entry_to_json(Ending(ended_by, winner)) | {"reason": reason, "absence": True}
    append_event(match, EventKind.ENTERED, facts, actor)
    return match


def play_on(*, match_id: int, reason: str, actor: Actor) -> Match:
    """Take back what an absence decided: the match goes on where it stood. The event knows already.

    If one of the two plays elsewhere by now, it waits with the points it has.
    """
    with table_transaction():
        match = locked_match(match_id)
        facts = {"entries": match.entries[:-1], "reason": reason, "table": table_if_free(match)}
        append_event(match, EventKind.REOPENED, facts | {"waits": _is_one_busy(match)}, actor)
    return match


def _is_one_busy(match: Match) -> bool:
    try:
        check_players_free(match)
    except PlayerBusy:
        return True
    return False
