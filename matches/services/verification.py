"""Computing again what matches and ratings follow from, to see that nothing has come loose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Q

from matches.models import Rating, RatingChange, RatingPool
from matches.services.ledger_rows import Difference
from matches.services.match_rows import MATCHES
from matches.services.rating_replay import locked_pools, replayed
from matches.services.rating_systems import Standing
from matches.services.standings_in_pool import starting_standings

_CHUNK = 2000
_CHANGE_FIELDS = (
    *("match_id", "player_id", "won", "length", "at", "before", "after", "experience"),
    *("deviation_before", "deviation", "volatility"),
)
_RATING_FIELDS = ("value", "experience", "matches", "last_played", "deviation", "volatility")


def ledger_differences() -> Iterator[Difference]:
    """What of the matches does not follow from their ledger."""
    yield from MATCHES.differences()


def rating_differences() -> Iterator[Difference]:
    """Replay all ratings in memory and compare every change and every rating, to the last digit."""
    for key in RatingPool.objects.values_list("pk", flat=True):
        if not any(_compare_ratings(RatingPool.objects.get(pk=key))):
            continue
        # Ratings are written while this reads: what differs is what differs under the lock.
        with transaction.atomic():
            for pool in locked_pools(Q(pk=key)):
                if pool.is_being_recomputed:
                    yield Difference(f"pool {key}", "ratings", "being computed again", "computed")
                else:
                    yield from list(_compare_ratings(pool))


def _compare_ratings(pool: RatingPool) -> Iterator[Difference]:
    standings: dict[int, Standing] = {}
    stored = RatingChange.objects.filter(pool=pool).order_by("at", "match_id", "pk")
    follows = _by_match(replayed(pool, standings))
    pairs = zip_longest(_by_match(stored.iterator(chunk_size=_CHUNK)), follows)
    for found, expected in pairs:
        if found != expected:
            match = (found or expected or [{}])[0].get("match_id")
            yield Difference(f"rating of match {match}", "changes", found, expected)
            # Everything after it differs too.
            return
    started = set(pool.start_values.values_list("player", flat=True)) - standings.keys()
    standings |= starting_standings(pool, started)
    for rating in Rating.objects.filter(pool=pool).iterator(chunk_size=_CHUNK):
        # Databases of earlier versions kept a row of who lost all matches.
        standing = standings.pop(rating.player_id, None) or starting_standings(pool, [0])[0]
        for field in _RATING_FIELDS:
            if getattr(rating, field) != getattr(standing, field):
                yield Difference(
                    f"rating of player {rating.player_id}",
                    *(field, getattr(rating, field), getattr(standing, field)),
                )
    for player in sorted(standings):
        yield Difference(f"rating of player {player}", "rating", None, standings[player].value)


def _by_match(changes: Iterable[RatingChange]) -> Iterator[list[dict[str, Any]]]:
    """The two changes of each match, the lower player first."""
    for _, both in groupby(changes, lambda change: change.match_id):
        yield sorted(
            ({name: getattr(change, name) for name in _CHANGE_FIELDS} for change in both),
            key=lambda change: change["player_id"],
        )
