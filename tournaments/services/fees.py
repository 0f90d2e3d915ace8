"""Who has paid the entry fee."""

from __future__ import annotations

from django.db import transaction

from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from tournaments.models import Entry


@transaction.atomic
def mark_paid(*, entry: Entry, actor: Actor, paid: bool = True) -> Entry:
    """Note that an entrant has paid, or has not after all; a second call changes nothing.

    It says how it is, instead of turning it round, so that a form sent twice is right as well.
    """
    require(actor, Role.SCORER, entry.tournament.club_id)
    entry.paid = paid
    entry.save(update_fields=["paid"])
    return entry
