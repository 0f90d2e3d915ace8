"""Taking away what was made by mistake: an event nobody has drawn, or a club with everything in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import ProtectedError

from db.append_only import deletion_allowed
from db.locking import locked_row
from matches.models import Rating
from matches.services.ledger_rows import other_ledgers
from matches.services.removal import delete_matches
from players.actors import Actor
from players.models import Club, Player, Role, StaffEvent, User
from rules_core.errors import Conflict
from tournaments.models import Pairing, Tournament
from tournaments.services.events import AlreadyDrawn
from tournaments.services.locks import locked_event, locked_stages
from tournaments.services.permissions import require_in_event


class PlayedElsewhere(Conflict):
    """Somebody's results in another club would lose their player."""

    code = "played_elsewhere"


@transaction.atomic
def remove_event(*, tournament_id: int, actor: Actor) -> None:
    """Delete an event that was set up twice or is not held. From the first draw on it stays."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    if any(stage.drawn_at for stage in locked_stages(tournament_id)):
        raise AlreadyDrawn(
            "This event has been drawn and cannot be deleted. You can hide it from the public."
        )
    tournament = locked_event(tournament_id)
    # One that was imported may have matches all the same.
    delete_matches(club_id=tournament.club_id, event=tournament.slug)
    tournament.delete()


@dataclass(frozen=True)
class Contents:
    """What would be gone."""

    events: int
    players: int
    matches: int
    others: dict[str, int]
    """What else is played there, by its name."""


def contents_of(*, club_id: int) -> Contents:
    """How much there is in a club."""
    club = Club.objects.get(pk=club_id)
    return Contents(
        events=club.tournaments.count(),
        players=club.players.count(),
        matches=club.matches.count(),
        others={
            ledger.many: ledger.all_rows().filter(club=club).count() for ledger in other_ledgers()
        },
    )


@transaction.atomic
def remove_club(*, club_id: int) -> None:
    """Delete a club, its events and players, and the accounts that have a role nowhere else."""
    club = locked_row(Club.objects.all(), club_id)
    people = User.objects.filter(memberships__club=club, is_superuser=False).exclude(
        memberships__in=club.memberships.model.objects.exclude(club=club)
    )
    only_here = list(people.values_list("pk", flat=True))
    try:
        Pairing.objects.filter(stage__tournament__club=club).delete()
        Tournament.objects.filter(club=club).delete()
        delete_matches(club_id=club.pk)
        for ledger in other_ledgers():
            ledger.delete_of_club(club.pk)
        Rating.objects.filter(player__club=club).delete()
        Player.objects.filter(club=club).delete()
        with deletion_allowed(StaffEvent):
            StaffEvent.objects.filter(club=club).delete()
        club.delete()
    except ProtectedError:
        raise PlayedElsewhere(
            f"Players of {club} have entered other clubs’ events, so it cannot be deleted."
        ) from None
    User.objects.filter(pk__in=only_here).delete()
