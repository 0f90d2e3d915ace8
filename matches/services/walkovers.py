"""A match that somebody's absence decided."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from matches.models import EventKind, Match, MatchEvent
from matches.services.calling import PlayerBusy, check_players_free, table_if_free
from matches.services.ledger import write
from matches.services.locking import locked_match, one_match_a_table
from players.actors import Actor
from rules_core.match import Ending, MatchEnd, entry_to_json
from rules_core.sides import Side

_SETTLING = (EventKind.ENTERED, EventKind.CONFIRMED, EventKind.CORRECTED)
"""Lines that can give a match its result."""


@transaction.atomic
def walk_over(*, match_id: int, winner: Side | None, reason: str, actor: Actor) -> Match:
    """End a match without play; without a winner, both forfeit. The event knows already."""
    match = locked_match(match_id)
    ended_by = MatchEnd.WALKOVER if winner else MatchEnd.DOUBLE_FORFEIT
    facts = entry_to_json(Ending(ended_by, winner)) | {"reason": reason, "absence": True}
    write(match, EventKind.ENTERED, facts, actor)
    return match


def play_on(*, match_id: int, reason: str, actor: Actor) -> Match:
    """Take back what an absence decided: the match goes on where it stood. The event knows already.

    If one of the two plays elsewhere by now, it waits with the points it has.
    """
    with one_match_a_table():
        match = locked_match(match_id)
        facts = {"entries": match.entries[:-1], "reason": reason, "table": table_if_free(match)}
        write(match, EventKind.REOPENED, facts | {"waits": _is_one_busy(match)}, actor)
    return match


def decided_by_absence(match_ids: Collection[int]) -> set[int]:
    """Those of these matches that were walked over by ``walk_over``, and not by anybody's word."""
    said = MatchEvent.objects.filter(match__in=match_ids, kind__in=_SETTLING).order_by("number")
    last = dict(said.values_list("match", "facts"))
    return {match for match, facts in last.items() if facts.get("absence")}


def _is_one_busy(match: Match) -> bool:
    try:
        check_players_free(match)
    except PlayerBusy:
        return True
    return False
