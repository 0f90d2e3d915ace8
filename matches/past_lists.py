"""The rating list as it stood at a moment: who was where is asked for once, then remembered for a minute."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from operator import neg
from typing import overload

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, OuterRef, QuerySet, Subquery

from matches.models import Rating, RatingChange, RatingPool
from matches.selectors import players_of_list, ranked, rating_list

REMEMBERED_SECONDS = 60
MOST_REMEMBERED = 100_000
"""Players of a list that is remembered, at 16 bytes each."""
PLACES = 32
"""Lists that are remembered at most; another one may take the place of the first."""

_CHANGES = RatingChange._meta.db_table  # noqa: SLF001
_LAST = f"""FROM {_CHANGES} own
    WHERE own.player_id = r.player_id AND own.pool_id = r.pool_id AND own.at < %s
    ORDER BY own.at DESC, own.match_id DESC LIMIT 1"""
# One step down each player's own index; neither database finds that way in the other's words.
_JOINED = {
    "postgresql": f"CROSS JOIN LATERAL (SELECT own.after, own.at {_LAST}) c",
    "sqlite": f"JOIN {_CHANGES} c ON c.id = (SELECT own.id {_LAST})",
}
_FIGURES = ("value", "experience", "last_played", "matches", "deviation")


class PastList(Sequence[Rating]):
    """Ratings as they stood, from the top, each with its ``rank``; only what is looked at is read."""

    def __init__(self, moment: datetime, keys: array[int], values: array[float]) -> None:
        """Of these ratings, which had these values; equal ones share a rank."""
        self._moment = moment
        self._keys = keys
        self._values = values

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> Rating: ...

    @overload
    def __getitem__(self, place: slice) -> list[Rating]: ...

    def __getitem__(self, place: int | slice) -> Rating | list[Rating]:
        if isinstance(place, slice):
            return self._read(range(len(self))[place])
        return self._read([range(len(self))[place]])[0]

    def _read(self, places: Iterable[int]) -> list[Rating]:
        rank = {self._keys[place]: self._rank(place) for place in places}
        known = players_of_list().filter(pk__in=rank)
        found = {rating.pk: rating for rating in _as_they_stood(known, self._moment)}
        # Whose details were removed within the minute is no longer shown.
        shown = [found[key] for key in rank if key in found]
        for rating in shown:
            for name in _FIGURES:
                setattr(rating, name, vars(rating)[f"{name}_then"])
            vars(rating)["rank"] = rank[rating.pk]
        return shown

    def _rank(self, place: int) -> int:
        return bisect_left(self._values, -self._values[place], key=neg) + 1


def list_of_day(
    *,
    pool: RatingPool,
    club: str = "",
    as_of: datetime | None = None,
    country: str = "",
    played_since: datetime | None = None,
) -> QuerySet[Rating] | PastList:
    """Players by rating, of today or as the list stood at a moment.

    Without ``played_since`` those are left out whom the pool calls inactive.
    """
    if as_of is None:
        return rating_list(pool=pool, club=club, country=country, played_since=played_since)
    since = played_since or pool.active_since(as_of)
    question = (pool.pk, club, as_of, country, since)
    version = _version(pool, as_of)
    # So many places and no more, whatever is asked for.
    asked = int.from_bytes(sha256(repr(question).encode()).digest()[:4]) % PLACES
    kept = cache.get(key := f"past-list-{asked}")
    if kept is None or kept[0] != (question, version):
        listed = players_of_list(pool=pool, club=club, country=country)
        kept = ((question, version), *_ranking(listed, as_of, since))
        if len(kept[1]) <= MOST_REMEMBERED:
            cache.set(key, kept, REMEMBERED_SECONDS)
    return PastList(as_of, kept[1], kept[2])


def shown_of(
    listed: QuerySet[Rating] | PastList, shown: Iterable[Rating], *, start: int
) -> list[Rating]:
    """Some of a list, from so far down, each with its rank."""
    return list(shown) if isinstance(listed, PastList) else ranked(listed, shown, start=start)


def _version(pool: RatingPool, moment: datetime) -> tuple[str, int | None]:
    """Another one as soon as anything before a moment was rated otherwise.

    Whatever is rated again is written anew from there to the end: the last row is another one. Where
    that is done in chunks, the pool's step says how far it is.
    """
    before = RatingChange.objects.filter(pool=pool.pk, at__lt=moment)
    last = before.order_by("-at", "-match_id", "-pk").values_list("pk", flat=True).first()
    return pool.step, last


def _ranking(
    listed: QuerySet[Rating], moment: datetime, since: datetime | None
) -> tuple[array[int], array[float]]:
    """The ratings of a list by the values they had, and these values."""
    rows = listed.order_by().values_list("pk", "pool_id", "player_id", "player__name_key")
    sql, params = rows.query.sql_with_params()
    named = f"WITH r (id, pool_id, player_id, name_key) AS ({sql})"
    query = f"{named} SELECT r.id, c.after FROM r {_JOINED[connection.vendor]}"  # noqa: S608
    asked = [*params, connection.ops.adapt_datetimefield_value(moment)]
    if since:
        query += " WHERE c.at >= %s"
        asked.append(connection.ops.adapt_datetimefield_value(since))
    keys, values = array("q"), array("d")
    with connection.cursor() as cursor:
        cursor.execute(f"{query} ORDER BY c.after DESC, r.name_key, r.id", asked)
        for key, value in cursor.fetchall():
            keys.append(key)
            values.append(value)
    return keys, values


def _as_they_stood(ratings: QuerySet[Rating], moment: datetime) -> QuerySet[Rating]:
    """Those rated by then, with their figures of then as ``value_then`` and so on."""
    before = RatingChange.objects.filter(
        pool=OuterRef("pool"), player=OuterRef("player"), at__lt=moment
    )
    last = before.order_by("-at", "-match_id")
    counted = before.order_by().values("player").annotate(n=Count("pk")).values("n")
    return ratings.annotate(
        value_then=Subquery(last.values("after")[:1]),
        experience_then=Subquery(last.values("experience")[:1]),
        last_played_then=Subquery(last.values("at")[:1]),
        deviation_then=Subquery(last.values("deviation")[:1]),
        matches_then=Subquery(counted),
    ).exclude(value_then=None)
