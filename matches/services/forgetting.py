"""From which address a line of the ledger came is of use for a while, and then forgotten."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from matches.models import MatchEvent

KEPT = timedelta(days=90)
AT_ONCE = 5_000


def forget_addresses() -> int:
    """Empty the addresses of old lines, some thousand at a time; say how many."""
    old = MatchEvent.objects.filter(at__lt=timezone.now() - KEPT).exclude(address="")
    keys = list(old.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return MatchEvent.objects.filter(pk__in=keys).update(address="")
