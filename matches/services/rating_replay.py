"""Ratings, kept in the order in which matches finished, however late or often they are reported.

The usual match is the newest of its pools and is rated at once. Where something happened further back,
everything after it is rated again: at once if that is little, else chunk by chunk, each in a transaction of
its own, from a cursor that the pool keeps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import starmap
from typing import NamedTuple
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from db.table_statistics import refresh_statistics
from matches.models import INSTALLATION_POOL, Match, Rating, RatingChange, RatingPool
from matches.pool_selectors import counted_matches
from matches.services.played_steps import note_played
from matches.services.rating_rows import write_changes
from matches.services.rating_systems import Played, Standing, rating_by
from matches.services.standings_in_pool import (
    START,
    RatingPosition,
    changes_before,
    changes_from,
    players_changed,
    players_to_write,
    present_standings,
    standings_before,
    starting_standings,
    write_ratings,
)
from outbox.services import enqueue

AT_ONCE = 2_000
"""Matches that are rated again on the spot; more is a job that can be watched."""
CHUNK = {"postgresql": 10_000, "sqlite": 2_000}
"""Matches of one transaction; on SQLite everybody else who writes waits for it."""
MANY_REWRITTEN = 10_000
"""Matches of a replay after which the planner no longer knows what its tables are like."""
_READ = 2_000


class _Rated(NamedTuple):
    """What a match did to a player's rating, but for the figures."""

    player: int
    won: bool
    length: int
    at: datetime


@dataclass
class _Kept:
    """What a process knows between two chunks."""

    has_all: bool
    """Nobody else has rated anything since the replay began."""
    step: str = ""
    standings: dict[int, Standing] = field(default_factory=dict)
    is_whole: bool = False
    """It has seen the pool from its first match on."""


_kept: dict[str, _Kept] = {}
"""By pool. It holds as long as the pool is at the same step, and is read again where it does not."""


@transaction.atomic
def rate_matches(*, match_ids: Collection[int]) -> None:
    """Bring the ratings up to date with these matches, in each pool they count for, or counted for.

    Calling twice changes nothing. Rated or not, what their players have played is another than before.
    """
    rows = list(Match.objects.filter(pk__in=match_ids).values_list("club", "a", "b"))
    if rows:
        for pool in locked_pools(Q(club=None) | Q(club__in={club for club, _a, _b in rows})):
            _rate_in(pool, match_ids)
        note_played(player for _club, *pair in rows for player in pair)


def rate_everything(*, told: Callable[[RatingPool], None] = lambda _: None) -> None:
    """All ratings of all pools again, from the first match on; ``told`` hears after each chunk."""
    with transaction.atomic():
        pools = locked_pools()
        for pool in pools:
            _begin(pool, START)
    for pool in pools:
        while not continue_replay(pool_key=pool.pk, told=told):
            pass


@transaction.atomic
def continue_replay(*, pool_key: str, told: Callable[[RatingPool], None] = lambda _: None) -> bool:
    """Rate the next chunk of a pool again; True if nothing is left to do."""
    pool = RatingPool.objects.select_for_update().filter(pk=pool_key).first()
    if pool is None or not pool.is_being_recomputed:
        return True
    _rate_chunk(pool, CHUNK[connection.vendor])
    told(pool)
    return not pool.is_being_recomputed


@transaction.atomic
def resume_replays() -> int:
    """Ask again for what is to be computed again, should nobody be at it; say how many pools wait."""
    waiting = list(RatingPool.objects.exclude(from_at=None).values_list("pk", flat=True))
    for key in waiting:
        enqueue("matches.rate_again", key)
    return len(waiting)


def refresh_rating_statistics() -> None:
    """Let the database plan for what a long replay has written."""
    refresh_statistics(RatingChange, Rating)


def replayed(pool: RatingPool, standings: dict[int, Standing]) -> Iterator[RatingChange]:
    """Every change from the first match on, as it follows; fills ``standings`` and writes nothing."""
    rate = rating_by(pool)
    for match in _streamed(matches_from(pool, START)):
        unseen = [player for player in (match.a, match.b) if player not in standings]
        standings.update(starting_standings(pool, unseen))
        for change in rate(match, standings):
            yield RatingChange(**change._asdict())


def locked_pools(which: Q | None = None) -> list[RatingPool]:
    """Pools in which nobody else rates until the transaction ends, always locked in the same order."""
    RatingPool.objects.get_or_create(key=INSTALLATION_POOL)
    pools = RatingPool.objects.select_for_update(of=("self",)).order_by("key")
    return list(pools.filter(which) if which is not None else pools)


@contextmanager
def rated_without(matches: QuerySet[Match]) -> Iterator[None]:
    """Take matches out of the ratings so that they can be deleted, then rate what followed them."""
    with transaction.atomic():
        places = {pool: _taken_out(pool, matches) for pool in locked_pools()}
        yield
        for pool, place in places.items():
            if place:
                rate_from(pool, place, is_undone=True)


def _taken_out(pool: RatingPool, matches: QuerySet[Match]) -> RatingPosition | None:
    rated = RatingChange.objects.filter(pool=pool, match__in=matches)
    first = rated.order_by("at", "match_id").values_list("at", "match_id").first()
    rated.delete()
    return RatingPosition(*first) if first else None


def _rate_in(pool: RatingPool, match_ids: Collection[int]) -> None:
    rated: dict[int, set[_Rated]] = defaultdict(set)
    # In no order: for that of play SQLite would read all that was ever rated in the pool.
    changes = RatingChange.objects.filter(pool=pool, match__in=match_ids).order_by()
    for row in changes.values_list("match", "player", "won", "length", "at"):
        rated[row[0]].add(_Rated(*row[1:]))
    wanted = {
        match.pk: {
            _Rated(match.a, match.winner == "a", match.length, match.at),
            _Rated(match.b, match.winner == "b", match.length, match.at),
        }
        for match in _played(counted_matches(pool).filter(pk__in=match_ids))
    }
    wrong = [pk for pk in {*rated, *wanted} if rated.get(pk) != wanted.get(pk)]
    # When it was played, and when it was thought to be.
    places = [
        RatingPosition(one.at, pk)
        for pk in wrong
        for one in rated.get(pk, set()) | wanted.get(pk, set())
    ]
    if places:
        undone, _ = changes.filter(match__in=wrong).delete()
        rate_from(pool, min(places), is_undone=undone > 0)


def rate_from(pool: RatingPool, place: RatingPosition, *, is_undone: bool = False) -> None:
    """Rate everything from a place on in a pool that the caller has locked.

    ``is_undone``: changes from there on were taken away already, so that ratings hold more than is written.
    """
    if pool.is_being_recomputed:
        if place < _cursor(pool):
            _begin(pool, place)
        return
    some = list(_played(matches_from(pool, place)[: AT_ONCE + 1]))
    if len(some) > AT_ONCE:
        _begin(pool, place)
        enqueue("matches.rate_again", pool.pk)
        return
    undone, _ = changes_from(pool, place).delete()
    players = {player for match in some for player in (match.a, match.b)}
    if undone or is_undone:
        players |= players_to_write(pool, place.at)
        standings = standings_before(pool, players, place)
    else:
        standings = present_standings(pool, players)
    rate = rating_by(pool)
    write_changes(change for match in some for change in rate(match, standings))
    write_ratings(pool, standings)


def compute_again(pool: RatingPool) -> None:
    """Have everything of a pool that the caller has locked rated again by a job, from the first match on.

    Where nothing counts there is nothing to wait for.
    """
    is_empty = not matches_from(pool, START).exists() and not pool.changes.exists()
    if is_empty and not pool.is_being_recomputed:
        rate_from(pool, START, is_undone=True)
        return
    _begin(pool, START)
    enqueue("matches.rate_again", pool.pk)


def _begin(pool: RatingPool, place: RatingPosition) -> None:
    """Let a pool be computed again from a place on, or from further back than it is already."""
    since = min(place.at, pool.since_at or place.at)
    total = matches_from(pool, RatingPosition(since, 0)).count()
    pool.since_at = since
    pool.rated_again = max(0, total - matches_from(pool, place).count())
    pool.to_rate_again = total
    _go_to(pool, place)


def _go_to(pool: RatingPool, place: RatingPosition | None) -> None:
    pool.from_at, pool.from_match = place or (None, None)
    pool.step = uuid4().hex
    pool.save()


def _cursor(pool: RatingPool) -> RatingPosition:
    assert pool.from_at is not None
    return RatingPosition(pool.from_at, pool.from_match or 0)


def _rate_chunk(pool: RatingPool, size: int) -> None:
    place = _cursor(pool)
    kept = _kept.pop(pool.pk, None)
    if kept is None or kept.step != pool.step:
        kept = _Kept(has_all=not pool.rated_again, is_whole=place <= START)
    some = list(_played(matches_from(pool, place)[:size]))
    end = RatingPosition(some[-1].at, some[-1].pk + 1) if len(some) == size else None
    written = changes_from(pool, place)
    (written.filter(changes_before(end)) if end else written).delete()
    unseen = {one for match in some for one in (match.a, match.b)} - kept.standings.keys()
    kept.standings |= (
        starting_standings(pool, unseen) if kept.is_whole else standings_before(pool, unseen, place)
    )
    rate, standings = rating_by(pool), kept.standings
    write_changes(change for match in some for change in rate(match, standings))
    pool.rated_again += len(some)
    if end is None:
        _finish(pool, kept)
    else:
        _go_to(pool, end)
        kept.step = pool.step
        # Should this transaction fail, nobody finds this step in the pool.
        _kept[pool.pk] = kept


def _finish(pool: RatingPool, kept: _Kept) -> None:
    """Let ratings be what the changes have come to, also of those who lost all of theirs."""
    assert pool.since_at is not None
    since = pool.since_at
    players = players_to_write(pool, since)
    standings = kept.standings
    if not kept.has_all:
        # Somebody else has rated the first part, and whom is not in our memory.
        players |= players_changed(pool, since)
    standings |= standings_before(pool, players - standings.keys(), None)
    write_ratings(pool, standings)
    if pool.rated_again >= MANY_REWRITTEN:
        # By a job of its own: here everybody who rates would wait for it.
        enqueue("matches.refresh_rating_statistics")
    pool.since_at, pool.rated_again, pool.to_rate_again = None, 0, 0
    _go_to(pool, None)


def matches_from(pool: RatingPool, place: RatingPosition) -> QuerySet[Match]:
    """What counts for a pool from a place on, in the order of play."""
    later = Q(finished_at__gt=place.at) | Q(pk__gte=place.match_id)
    matches = counted_matches(pool).filter(Q(finished_at__gte=place.at) & later)
    return matches.order_by("finished_at", "pk")


def _played(matches: QuerySet[Match]) -> Iterator[Played]:
    """Rows, not instances."""
    return starmap(Played, matches.values_list(*_PLAYED))


def _streamed(matches: QuerySet[Match]) -> Iterator[Played]:
    """A million of them, never all at once."""
    return starmap(Played, matches.values_list(*_PLAYED).iterator(chunk_size=_READ))


_PLAYED = ("pk", "a", "b", "winner", "length", "finished_at")
