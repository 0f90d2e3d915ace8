"""The rows of nights and the accounts of their seats, as they follow from their ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chouettes.models import ChouetteEntry, ChouetteNight
from chouettes.projection import PROJECTED_FIELDS, NightProjection
from chouettes.services.ledger import locked_night, write_accounts
from matches.services.ledger_rows import Difference, LedgerRows


class NightRows(LedgerRows):
    """A night's own row, and beside it one account a seat."""

    def differences_beside(self, projected: Any) -> Iterator[Difference]:
        """Each account that is not what the ledger says, and each that has no seat."""
        accounts = dict(projected.night.chouette.ledger.balances)
        for number, found in projected.seats.order_by("number").values_list("number", "points"):
            expected = accounts.pop(str(number), 0)
            if found != expected:
                subject = f"{self.name} {projected.pk}"
                yield Difference(subject, f"account of seat {number}", found, expected)
        for key, points in accounts.items():
            yield Difference(f"{self.name} {projected.pk}", f"seat {key}", "missing", points)

    def rebuild_beside(self, projected: Any) -> bool:
        """Write the accounts as the ledger has them."""
        return write_accounts(projected, projected.night)


NIGHTS = NightRows(
    name="chouette",
    many="chouette nights",
    rows=ChouetteNight,
    lines=ChouetteEntry,
    column="chouette",
    fields=PROJECTED_FIELDS,
    projection=NightProjection,
    locked=locked_night,
)
