"""Who may record in a night: officials of the club, and whoever has the link of the table."""

from __future__ import annotations

from chouettes.models import ChouetteNight, NightStatus
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.errors import NotAllowed


class NightLinkClosed(NotAllowed):
    """The link of a night lives as long as the night."""

    code = "night_link_closed"


def check_may_record(actor: Actor, night: ChouetteNight) -> None:
    """Refuse whoever is neither an official nor at the table; and the table once the night is closed."""
    if actor.may(Role.SCORER, night.club_id):
        return
    if actor.night_access is None or actor.night_access.night_id != night.pk:
        require(actor, Role.SCORER, night.club_id)
    if night.status == NightStatus.CLOSED:
        raise NightLinkClosed("The night is closed, so its link no longer works. Ask a director.")
