"""From which address a line of the ledger came is of use for a while, and then forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from matches.services.ledger_rows import other_ledgers
from matches.services.match_rows import MATCHES

KEPT = timedelta(days=90)
AT_ONCE = 5_000


def forget_addresses() -> int:
    """Empty the addresses of old lines of every ledger, some thousand at a time; say how many."""
    ledgers = (MATCHES, *other_ledgers())
    return sum(_forgotten(ledger.all_lines()) for ledger in ledgers if ledger.notes_addresses)


def _forgotten(lines: QuerySet[Any]) -> int:
    old = lines.filter(at__lt=timezone.now() - KEPT).exclude(address="")
    keys = list(old.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return lines.filter(pk__in=keys).update(address="")
