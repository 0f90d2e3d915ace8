"""Deleting matches with their ledgers: only together with the club or the event they belong to."""

from __future__ import annotations

from django.db import transaction

from db.append_only import deletion_allowed
from matches.models import (
    Match,
    MatchEvent,
    PoolException,
    Rating,
    RatingChange,
    RatingPool,
    Transcript,
)
from matches.services.played_steps import note_players_of
from matches.services.rating_replay import rated_without


@transaction.atomic
def delete_matches(*, club_id: int, event: str | None = None) -> None:
    """Delete the matches of a club, or of one of its events, and rate their players without them.

    This is the one place where a ledger is deleted: with all that it is the ledger of.
    """
    matches = Match.objects.filter(club=club_id)
    if event is not None:
        matches = matches.filter(event=event)
    with rated_without(matches):
        note_players_of(matches)
        RatingChange.objects.filter(match__in=matches).delete()
        Transcript.objects.filter(match__in=matches).delete()
        with deletion_allowed(MatchEvent):
            MatchEvent.objects.filter(match__in=matches).delete()
        matches.delete()
    if event is None:
        Rating.objects.filter(pool__club=club_id).delete()
        RatingPool.with_going.filter(club=club_id).delete()
    else:
        PoolException.objects.filter(club=club_id, event=event).delete()
