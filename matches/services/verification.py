"""Computing again what matches and ratings follow from, to see that nothing has come loose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Any

from django.db import transaction

from matches.models import Rating, RatingChange
from matches.services.ledger_rows import Difference
from matches.services.match_rows import MATCHES
from matches.services.rating_replay import SYSTEM, locked_pool, replayed

_CHUNK = 2000
_CHANGE_FIELDS = ("match_id", "player_id", "won", "length", "at", "before", "after", "experience")
_RATING_FIELDS = ("value", "experience", "matches", "last_played")


def ledger_differences() -> Iterator[Difference]:
    """What of the matches does not follow from their ledger."""
    yield from MATCHES.differences()


def rating_differences() -> Iterator[Difference]:
    """Replay all ratings in memory and compare every change and every rating, to the last digit."""
    if not any(_compare_ratings()):
        return
    # Ratings are written while this reads: what differs is what differs under the lock.
    with transaction.atomic():
        locked_pool()
        yield from list(_compare_ratings())


def _compare_ratings() -> Iterator[Difference]:
    ratings: dict[int, Rating] = {}
    stored = RatingChange.objects.filter(pool=SYSTEM).order_by("at", "match_id", "pk")
    pairs = zip_longest(_by_match(stored.iterator(chunk_size=_CHUNK)), _by_match(replayed(ratings)))
    for found, expected in pairs:
        if found != expected:
            match = (found or expected or [{}])[0].get("match_id")
            yield Difference(f"rating of match {match}", "changes", found, expected)
            # Everything after it differs too.
            return
    for rating in Rating.objects.filter(pool=SYSTEM).iterator(chunk_size=_CHUNK):
        follows = ratings.pop(rating.player_id, Rating(pool_id=SYSTEM))
        for field in _RATING_FIELDS:
            if getattr(rating, field) != getattr(follows, field):
                yield Difference(
                    f"rating of player {rating.player_id}",
                    *(field, getattr(rating, field), getattr(follows, field)),
                )
    for player in sorted(ratings):
        yield Difference(f"rating of player {player}", "rating", None, ratings[player].value)


def _by_match(changes: Iterable[RatingChange]) -> Iterator[list[dict[str, Any]]]:
    """The two changes of each match, the lower player first."""
    for _, both in groupby(changes, lambda change: change.match_id):
        yield sorted(
            ({name: getattr(change, name) for name in _CHANGE_FIELDS} for change in both),
            key=lambda change: change["player_id"],
        )
