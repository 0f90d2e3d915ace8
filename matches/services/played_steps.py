"""Noting whose matches have changed, so that nothing that was remembered of them is told any longer.

Each call writes the rows it touches by one statement, in the order of the players, and jobs and services call it
once in a transaction: two at once wait for each other, and never in a circle.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import uuid4

from django.db.models import QuerySet

from matches.models import Match, PlayedStep

_SOME = 400
"""Rows of one statement, below what SQLite takes."""


def note_played(player_ids: Iterable[int]) -> None:
    """Something about finished matches of these players is other than it was, or who may see it."""
    step = uuid4().hex
    PlayedStep.objects.bulk_create(
        (PlayedStep(player_id=player, step=step) for player in sorted(set(player_ids))),
        batch_size=_SOME,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["step"],
    )


def note_players_of(matches: QuerySet[Match]) -> None:
    """The same for all who play these matches."""
    rows = matches.order_by()
    note_played(
        player for side in ("a", "b") for player in rows.values_list(side, flat=True).distinct()
    )


def note_everybody() -> None:
    """The same for everybody: rows of matches were made again from their ledgers."""
    note_players_of(Match.objects.all())
