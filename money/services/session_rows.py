"""The rows of sessions, as they follow from their ledger."""

from __future__ import annotations

from functools import partial

from db.locking import locked_row
from matches.services.ledger_rows import LedgerRows
from money.models import MoneySession, SessionEvent
from money.projection import PROJECTED_FIELDS, project

SESSIONS = LedgerRows(
    name="session",
    many="money sessions",
    rows=MoneySession,
    lines=SessionEvent,
    column="session",
    fields=PROJECTED_FIELDS,
    projection=lambda session: partial(project, session),
    locked=lambda pk: locked_row(MoneySession.objects.all(), pk),
)
