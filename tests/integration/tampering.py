"""What somebody could do with the database's own tools, for the tests that must notice it."""

from __future__ import annotations

from django.db import connection

from chouettes.models import ChouetteEntry
from db.append_only import AppendOnly
from matches.models import MatchEvent
from money.models import SessionEvent
from players.models import StaffEvent


def unguard_the_ledger() -> None:
    """Take the triggers away, until the transaction of the test is undone."""
    rules = [
        rule
        for model in (MatchEvent, SessionEvent, ChouetteEntry, StaffEvent)
        for rule in model._meta.constraints
        if isinstance(rule, AppendOnly)
    ]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for rule in rules:
                cursor.execute(f"DROP TRIGGER {rule.name}_update")
                cursor.execute(f"DROP TRIGGER {rule.name}_delete")
        else:
            cursor.execute("SET LOCAL session_replication_role = replica")
