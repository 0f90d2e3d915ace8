"""Who has paid the entry fee."""

from __future__ import annotations

from django.db import transaction

from players.actors import Actor
from players.models import Role
from tournaments.models import Entry
from tournaments.services.locks import locked_entry
from tournaments.services.permissions import require_for_entry


@transaction.atomic
def mark_paid(*, entry_id: int, actor: Actor, paid: bool = True) -> Entry:
    """Note that an entrant has paid, or has not after all; a second call changes nothing.

    It says how it is, instead of turning it round, so that a form sent twice is right as well.
    """
    require_for_entry(actor, Role.SCORER, entry_id)
    entry = locked_entry(entry_id)
    entry.paid = paid
    entry.save(update_fields=["paid"])
    return entry
