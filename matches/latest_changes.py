"""What the last matches did to the ratings of some players, however long they have played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import connection

from matches.models import Rating, RatingChange


class LatestChange(NamedTuple):
    """What a match did to somebody's rating."""

    won: bool
    before: float
    after: float


_NEVER = datetime(9000, 1, 1, tzinfo=UTC)
_RATINGS = Rating._meta.db_table  # noqa: SLF001
_CHANGES = RatingChange._meta.db_table  # noqa: SLF001
_OWN = f"""FROM {_CHANGES} own
    WHERE own.player_id = r.player_id AND own.pool_id = r.pool_id AND own.at < %s
    ORDER BY own.at DESC, own.match_id DESC LIMIT %s"""
# Along each player's own index, so many rows and no more; neither database finds that way in another's words.
_FROM = {
    "postgresql": f"CROSS JOIN LATERAL (SELECT own.* {_OWN}) c",
    "sqlite": f"JOIN {_CHANGES} c ON c.id IN (SELECT own.id {_OWN})",
}


def last_changes(
    players: Sequence[int], *, system: str, count: int, until: datetime | None = None
) -> dict[int, list[LatestChange]]:
    """The last ones of these players, the oldest first, in one query."""
    if not players:
        return {}
    places = ", ".join(["%s"] * len(players))
    query = (
        f"SELECT r.player_id, c.won, c.before, c.after FROM {_RATINGS} r"  # noqa: S608
        f" {_FROM[connection.vendor]}"
        f" WHERE r.pool_id = %s AND r.player_id IN ({places}) ORDER BY c.at, c.match_id"
    )
    before = connection.ops.adapt_datetimefield_value(until or _NEVER)
    found: dict[int, list[LatestChange]] = {}
    with connection.cursor() as cursor:
        cursor.execute(query, [before, count, system, *players])
        for player, won, *values in cursor.fetchall():
            found.setdefault(player, []).append(LatestChange(bool(won), *values))
    return found
