"""What somebody could do with the database's own tools, for the tests that must notice it."""

from __future__ import annotations

from django.db import connection

from db.append_only import AppendOnly
from matches.models import MatchEvent


def unguard_the_ledger() -> None:
    """Take the triggers away, until the transaction of the test is undone."""
    (rule,) = (c for c in MatchEvent._meta.constraints if isinstance(c, AppendOnly))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER {rule.name}_update")
            cursor.execute(f"DROP TRIGGER {rule.name}_delete")
        else:
            cursor.execute("SET LOCAL session_replication_role = replica")
