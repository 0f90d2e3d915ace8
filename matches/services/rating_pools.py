"""Setting up a rating pool and changing it; whatever moves its figures has them computed again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.utils.text import slugify

from db.locking import still_there
from matches.models import INSTALLATION_POOL, PoolException, Rating, RatingPool
from matches.pool_models import Largest, RatingSystem
from matches.pool_selectors import counted_matches
from matches.services.rating_replay import CHUNK, compute_again, locked_pools, rate_from
from matches.services.standings_in_pool import RatingPosition, changes_before
from outbox.services import enqueue
from players.actors import Actor
from players.models import Role
from players.services.installation import require_the_installation
from players.services.permissions import require
from rules_core.errors import Conflict, RulesError
from rules_core.ratings.fibs import Ramp
from web.names import tidy_name

MOST_POOLS = 12
"""Of a club, and of the installation: every result is rated in each that it counts for."""
LONGEST_NAME = 60
_KEY = 16
_MOVES_FIGURES = ("system", "by_default", "ramp", "shortest")


class PoolNotValid(RulesError):
    """Settings that nobody can be rated by."""

    code = "pool_not_valid"


class PoolName(RulesError):
    """Nobody could tell it from others."""

    code = "pool_name"


class PoolExists(Conflict):
    """There is one with this name already."""

    code = "pool_exists"


class TooManyPools(Conflict):
    """Each costs something with every result."""

    code = "too_many_pools"


class PoolStays(Conflict):
    """The pool of everybody cannot be deleted."""

    code = "pool_stays"


class UnknownPool(RulesError):
    """No match of the club can count for it."""

    code = "unknown_pool"


@dataclass(frozen=True)
class PoolSettings:
    """How a pool rates, and what its list says."""

    name: str
    system: str = RatingSystem.FIBS
    by_default: bool = True
    ramp: str = Ramp.FIBS
    shortest: int = 1
    provisional_below: int = RatingPool.PROVISIONAL_BELOW
    provisional_above: int = RatingPool.PROVISIONAL_ABOVE
    inactive_months: int | None = None

    @classmethod
    def of(cls, pool: RatingPool) -> PoolSettings:
        """Those a pool has."""
        return cls(**{name: getattr(pool, name) for name in cls.__dataclass_fields__})

    def checked(self) -> PoolSettings:
        """With a tidy name, or refused."""
        name = tidy_name(self.name)
        if not name or len(name) > LONGEST_NAME:
            raise PoolName(
                f"A rating list has a name of at most {LONGEST_NAME} letters.", most=LONGEST_NAME
            )
        known = self.system in RatingSystem.values and self.ramp in list(Ramp)
        months = self.inactive_months
        if not (
            known
            and 1 <= self.shortest <= Largest.POINTS
            and 0 <= self.provisional_below <= Largest.EXPERIENCE
            and 0 <= self.provisional_above <= Largest.DEVIATION
            and (months is None or 1 <= months <= Largest.MONTHS)
        ):
            raise PoolNotValid("Ratings cannot be kept like this. Check the numbers.")
        return replace(self, name=name)


@transaction.atomic
def create_pool(*, club_id: int | None, settings: PoolSettings, actor: Actor) -> RatingPool:
    """A pool of a club, or without one of the whole installation; past matches are rated by a job."""
    require_for_pool(actor, club_id)
    settings = settings.checked()
    # Whoever makes another one waits here.
    locked_pools(Q(pk=INSTALLATION_POOL))
    others = RatingPool.objects.filter(club=club_id)
    _check_name(others, settings.name)
    if others.count() >= MOST_POOLS:
        raise TooManyPools(f"There can be at most {MOST_POOLS} rating lists.", most=MOST_POOLS)
    pool = RatingPool(key=_free_key(settings.name), club_id=club_id, **asdict(settings))
    pool.save(force_insert=True)
    compute_again(pool)
    return pool


@transaction.atomic
def change_pool(*, pool_key: str, actor: Actor, **changes: Any) -> RatingPool:
    """Change settings of a pool; those that move figures have all of them computed again by a job."""
    pool = _locked(pool_key)
    require_for_pool(actor, pool.club_id)
    before = PoolSettings.of(pool)
    if "name" not in changes and not before.name:
        before = replace(before, name=str(pool))
    after = replace(before, **changes).checked()
    _check_name(RatingPool.objects.filter(club=pool.club_id).exclude(pk=pool.pk), after.name)
    for name, value in asdict(after).items():
        setattr(pool, name, value)
    pool.save()
    if any(getattr(before, name) != getattr(after, name) for name in _MOVES_FIGURES):
        compute_again(pool)
    return pool


@transaction.atomic
def remove_pool(*, pool_key: str, actor: Actor) -> None:
    """Delete a pool with its ratings; the matches stay. Its history is taken away by a job."""
    pool = _locked(pool_key)
    require_for_pool(actor, pool.club_id)
    if pool.pk == INSTALLATION_POOL:
        raise PoolStays(
            "This is the rating list that every installation has. It cannot be deleted."
        )
    Rating.objects.filter(pool=pool).delete()
    pool.is_going = True
    pool.save(update_fields=["is_going"])
    enqueue("matches.take_history_away", pool.pk)


@transaction.atomic
def take_history_away(*, pool_key: str) -> bool:
    """Delete some of the history of a pool that is going, and at last the pool; True if nothing is left."""
    pool = RatingPool.with_going.filter(pk=pool_key, is_going=True).first()
    if pool is None:
        return True
    rows = pool.changes.order_by("at", "match_id")
    last = rows.values_list("at", "match_id")[CHUNK[connection.vendor] :].first()
    if last:
        rows.filter(changes_before(RatingPosition(*last))).delete()
        return False
    rows.delete()
    pool.delete()
    return True


@transaction.atomic
def choose_pools(*, club_id: int, event: str, pools: Collection[str], actor: Actor) -> None:
    """Let an event of a club count for these pools and for no others; what was played follows."""
    require(actor, Role.DIRECTOR, club_id)
    possible = locked_pools(Q(club=None) | Q(club=club_id))
    if unknown := sorted(set(pools) - {pool.pk for pool in possible}):
        raise UnknownPool(f"There is no rating list {unknown[0]}.", pool=unknown[0])
    for pool in possible:
        _let_count(pool, club_id, event, counts=pool.pk in pools)


def _let_count(pool: RatingPool, club_id: int, event: str, *, counts: bool) -> None:
    said = PoolException.objects.filter(pool=pool, club=club_id, event=event)
    was = said.values_list("counts", flat=True).first()
    if counts == (pool.by_default if was is None else was):
        return
    first = _first_counted(pool, event)
    said.delete()
    if counts != pool.by_default:
        PoolException.objects.create(pool=pool, club_id=club_id, event=event, counts=counts)
    first = min(filter(None, (first, _first_counted(pool, event))), default=None)
    if first:
        rate_from(pool, first)


def _first_counted(pool: RatingPool, event: str) -> RatingPosition | None:
    matches = counted_matches(pool).filter(event=event)
    first = matches.order_by("finished_at", "pk").values_list("finished_at", "pk").first()
    return RatingPosition(first[0], first[1]) if first and first[0] else None


def _locked(pool_key: str) -> RatingPool:
    return still_there(next(iter(locked_pools(Q(pk=pool_key))), None))


def require_for_pool(actor: Actor, club_id: int | None) -> None:
    """A club's pools are its directors', those of everybody whoever runs the installation."""
    if club_id is not None:
        require(actor, Role.DIRECTOR, club_id)
    elif not actor.everywhere:
        require_the_installation(actor)


def _check_name(others: Any, name: str) -> None:
    if any(str(other).casefold() == name.casefold() for other in others):
        raise PoolExists(f"There is already a rating list {name}.", name=name)


def _free_key(name: str) -> str:
    """What a pool is called in addresses and over REST, for good."""
    stem = slugify(name)[:_KEY].strip("-_") or "pool"
    taken = set(RatingPool.with_going.values_list("pk", flat=True))
    key, number = stem, 1
    while key in taken:
        number += 1
        tail = f"-{number}"
        key = stem[: _KEY - len(tail)] + tail
    return key
