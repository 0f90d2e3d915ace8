"""Which pools there are, and which matches count for one."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.models import (
    INSTALLATION_POOL,
    RATED_ENDINGS,
    Match,
    MatchStatus,
    PoolException,
    RatingPool,
)


def pools_for(club_id: int | None) -> list[RatingPool]:
    """The pools that matches of a club may count for, that of everybody first."""
    scope = Q(club=None) | Q(club=club_id) if club_id else Q(club=None)
    pools = list(RatingPool.objects.filter(scope).select_related("club"))
    if all(pool.pk != INSTALLATION_POOL for pool in pools):
        # It is written with the first match.
        pools.append(RatingPool(key=INSTALLATION_POOL))
    return sorted(pools, key=lambda pool: (pool.pk != INSTALLATION_POOL, str(pool)))


def pools_on_list(*, club: str = "") -> QuerySet[RatingPool]:
    """All pools that there are, or those that matches of a club (its slug) can count for."""
    pools = RatingPool.objects.select_related("club").order_by("key")
    return pools.filter(Q(club=None) | Q(club__slug=club)) if club else pools


def pool_called(key: str) -> RatingPool | None:
    """A pool by its key; that of everybody is there before anything was rated in it."""
    found = RatingPool.objects.filter(pk=key).select_related("club").first()
    return found or (RatingPool(key=key) if key == INSTALLATION_POOL else None)


def installation_pool() -> RatingPool:
    """That of everybody."""
    return RatingPool.objects.filter(pk=INSTALLATION_POOL).first() or RatingPool(
        key=INSTALLATION_POOL
    )


def counted_matches(pool: RatingPool) -> QuerySet[Match]:
    """All matches that count for a pool."""
    matches = Match.objects.filter(
        rated=True, status=MatchStatus.FINISHED, ended_by__in=RATED_ENDINGS
    ).exclude(winner="")
    if pool.shortest > 1:
        matches = matches.filter(length__gte=pool.shortest)
    if pool.club_id:
        matches = matches.filter(club=pool.club_id)
    others = PoolException.objects.filter(pool=pool, counts=not pool.by_default)
    # Most pools have none, and then the order of play is read by its index alone.
    if not others.exists():
        return matches if pool.by_default else matches.none()
    excepted = Exists(others.filter(club=OuterRef("club"), event=OuterRef("event")))
    return matches.filter(~excepted if pool.by_default else excepted)


def pools_of_event(club_id: int, event: str) -> Collection[str]:
    """The keys of the pools that an event counts for."""
    pools = pools_for(club_id)
    exceptions = dict(
        PoolException.objects.filter(club=club_id, event=event).values_list("pool", "counts")
    )
    return [pool.pk for pool in pools if exceptions.get(pool.pk, pool.by_default)]
