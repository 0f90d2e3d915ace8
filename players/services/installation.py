"""Who may see what belongs to the whole installation, with all its clubs."""

from __future__ import annotations

from players.actors import Actor
from players.models import Club, Role
from rules_core.errors import NotAllowed


class OnlyForTheInstallation(NotAllowed):
    """A director of one club must not see the others."""

    code = "only_for_the_installation"


def runs_the_installation(actor: Actor) -> bool:
    """Whether somebody may see everything: superusers, and the directors where there is one club only."""
    if actor.user is None or actor.token is not None or not actor.user.is_active:
        return False
    if actor.user.is_superuser:
        return True
    clubs = Club.objects.order_by("pk").values_list("pk", flat=True)[:2]
    return len(clubs) == 1 and actor.may(Role.DIRECTOR, clubs[0])


def require_the_installation(actor: Actor) -> None:
    """Refuse unless the actor may see everything."""
    if not runs_the_installation(actor):
        raise OnlyForTheInstallation(
            "Only whoever runs this installation can see this: it concerns all its clubs."
        )
