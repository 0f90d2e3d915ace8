"""The guard at the top of every service that is asked for by the number of a row."""

from __future__ import annotations

from db.locking import still_there
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from tournaments.models import Entry, Stage, Tournament


def require_in_event(actor: Actor, role: Role, tournament_id: int) -> None:
    """Refuse unless the actor has at least that role in the club of an event."""
    clubs = Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True)
    require(actor, role, still_there(clubs.first()))


def require_in_stage(actor: Actor, role: Role, stage_id: int) -> None:
    """The same of the club of a stage."""
    clubs = Stage.objects.filter(pk=stage_id).values_list("tournament__club_id", flat=True)
    require(actor, role, still_there(clubs.first()))


def require_for_entry(actor: Actor, role: Role, entry_id: int) -> None:
    """The same of the club in whose event somebody is entered."""
    clubs = Entry.objects.filter(pk=entry_id).values_list("tournament__club_id", flat=True)
    require(actor, role, still_there(clubs.first()))
