"""The rows of matches, as they follow from their ledger."""

from __future__ import annotations

from functools import partial

from matches.models import Match, MatchEvent
from matches.projection import PROJECTED_FIELDS, project
from matches.services.ledger_rows import LedgerRows
from matches.services.locking import locked_match

MATCHES = LedgerRows(
    name="match",
    many="matches",
    rows=Match,
    lines=MatchEvent,
    column="match",
    fields=PROJECTED_FIELDS,
    projection=lambda match: partial(project, match),
    locked=locked_match,
)
