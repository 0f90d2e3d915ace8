"""Taking a club away with everything in it: the demo club, or one founded by mistake."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import ProtectedError

from matches.models import Match, MatchEvent, Rating, RatingChange, Transcript
from players.models import Club, Player, User
from rules_core.errors import Conflict
from tournaments.models import Pairing, Tournament


class PlayedElsewhere(Conflict):
    """Somebody's results in another club would lose their player."""

    code = "played_elsewhere"


@dataclass(frozen=True)
class Contents:
    """What would be gone."""

    events: int
    players: int
    matches: int


def contents_of(club: Club) -> Contents:
    """How much there is in a club."""
    return Contents(
        events=club.tournaments.count(),
        players=club.players.count(),
        matches=club.matches.count(),
    )


@transaction.atomic
def remove_club(club: Club) -> None:
    """Delete a club, its events and players, and the accounts that have a role nowhere else.

    This is the one place where a ledger is deleted: with all that it is the ledger of.
    """
    matches = Match.objects.filter(club=club)
    people = User.objects.filter(memberships__club=club, is_superuser=False).exclude(
        memberships__in=club.memberships.model.objects.exclude(club=club)
    )
    only_here = list(people.values_list("pk", flat=True))
    try:
        Pairing.objects.filter(stage__tournament__club=club).delete()
        Tournament.objects.filter(club=club).delete()
        RatingChange.objects.filter(match__in=matches).delete()
        Transcript.objects.filter(match__in=matches).delete()
        MatchEvent.objects.filter(match__in=matches).delete()
        matches.delete()
        Rating.objects.filter(player__club=club).delete()
        Player.objects.filter(club=club).delete()
        club.delete()
    except ProtectedError:
        raise PlayedElsewhere(
            f"Players of {club} have entered events of other clubs: it stays."
        ) from None
    User.objects.filter(pk__in=only_here).delete()
