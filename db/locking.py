"""A row that nobody else can change until the transaction ends."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

from rules_core.errors import Conflict

M = TypeVar("M", bound=models.Model)
T = TypeVar("T")


class Gone(Conflict):
    """It was deleted since the asker last looked."""

    code = "gone"


def locked_row(rows: models.QuerySet[M], pk: int) -> M:
    """One of these rows as it is now, locked; what comes with it (``select_related``) is not.

    The lock is the one an update takes: rows that refer to it can still be written.
    """
    return still_there(
        rows.select_for_update(of=("self",), no_key=True).filter(pk=pk).order_by().first()
    )


def still_there(found: T | None) -> T:
    """What was looked for by a number that was right a moment ago."""
    if found is None:
        raise Gone("This was deleted in the meantime. Load the page again.")
    return found
