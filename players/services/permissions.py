"""The guard at the top of every service."""

from __future__ import annotations

from players.actors import Actor
from players.models import Role
from rules_core.errors import NotAllowed

_NEEDS = {
    Role.DIRECTOR: "Only directors of the club can do this.",
    Role.SCORER: "Only directors and scorers of the club can do this.",
    Role.READER: "Only members of the club can see this.",
}


def require(actor: Actor, role: Role, club_id: int) -> None:
    """Refuse unless the actor has at least that role in the club."""
    if not actor.may(role, club_id):
        raise NotAllowed(_NEEDS[role], role=role.value)
