"""Taking away what was made by mistake: an event nobody has drawn, or a club with everything in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import ProtectedError

from matches.models import Rating
from matches.services.removal import delete_matches
from players.actors import Actor
from players.models import Club, Player, Role, User
from players.services.permissions import require
from rules_core.errors import Conflict
from tournaments.models import Pairing, Tournament
from tournaments.services.events import AlreadyDrawn
from tournaments.services.locks import locked_stage


class PlayedElsewhere(Conflict):
    """Somebody's results in another club would lose their player."""

    code = "played_elsewhere"


@transaction.atomic
def remove_event(*, tournament: Tournament, actor: Actor) -> None:
    """Delete an event that was set up twice or is not held. From the first draw on it stays."""
    require(actor, Role.DIRECTOR, tournament.club_id)
    stages = tournament.stages.order_by("pk").values_list("pk", flat=True)
    if any(locked_stage(pk).drawn_at for pk in stages):
        raise AlreadyDrawn("This event is drawn: it stays. It can be hidden from the public.")
    # One that was imported may have matches all the same.
    delete_matches(club_id=tournament.club_id, event=tournament.slug)
    tournament.delete()


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
    """Delete a club, its events and players, and the accounts that have a role nowhere else."""
    people = User.objects.filter(memberships__club=club, is_superuser=False).exclude(
        memberships__in=club.memberships.model.objects.exclude(club=club)
    )
    only_here = list(people.values_list("pk", flat=True))
    try:
        Pairing.objects.filter(stage__tournament__club=club).delete()
        Tournament.objects.filter(club=club).delete()
        delete_matches(club_id=club.pk)
        Rating.objects.filter(player__club=club).delete()
        Player.objects.filter(club=club).delete()
        club.delete()
    except ProtectedError:
        raise PlayedElsewhere(
            f"Players of {club} have entered events of other clubs: it stays."
        ) from None
    User.objects.filter(pk__in=only_here).delete()
