"""Ratings, kept in the order in which matches finished, however late or often they are reported."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, starmap
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from matches.models import RATED_ENDINGS, Match, MatchStatus, Rating, RatingChange, RatingPool
from matches.services.rating_rows import Change, write_changes
from rules_core.ratings import fibs

SYSTEM = "fibs"

_READ = 2_000
_AT_ONCE = 10_000
"""Matches whose changes are held in memory before they are written."""


class _Rated(NamedTuple):
    """What a match did to a player's rating, but for the figures."""

    player: int
    won: bool
    length: int
    at: datetime | None


class _Played(NamedTuple):
    """What of a match its rating follows from."""

    pk: int
    a: int
    b: int
    winner: str
    length: int
    at: datetime


@dataclass(frozen=True, order=True)
class RatingPosition:
    """Where a match stands in the order of rating."""

    at: datetime
    match_id: int


@transaction.atomic
def rate_matches(*, match_ids: Collection[int]) -> None:
    """Bring the ratings up to date with these matches.

    The usual match is the newest and costs the same however many came before. Where one was
    corrected, or reported late, everything after it is rated again. Calling twice changes nothing.
    """
    pool = locked_pool()
    rated: dict[int, set[_Rated]] = defaultdict(set)
    for change in RatingChange.objects.filter(pool=pool, match__in=match_ids):
        rated[change.match_id].add(_Rated(change.player_id, change.won, change.length, change.at))
    places = [
        RatingPosition(at, match.pk)
        for match in Match.objects.filter(pk__in=match_ids)
        for at in _times_to_rate_from(match, rated[match.pk])
    ]
    if places:
        _rate_from(pool, min(places))


@transaction.atomic
def rate_everything() -> None:
    """All ratings again, from the first match on."""
    pool = locked_pool()
    RatingChange.objects.filter(pool=pool).delete()
    Rating.objects.filter(pool=pool).delete()
    _replay(pool, _rated_matches())


def replayed(ratings: dict[int, Rating]) -> Iterator[RatingChange]:
    """Every change from the first match on, as it follows; fills ``ratings`` and writes nothing."""
    for match in _played(_rated_matches()):
        for player in (match.a, match.b):
            ratings.setdefault(player, Rating(pool_id=SYSTEM, player_id=player))
        for change in _rate_one(SYSTEM, match, ratings):
            yield RatingChange(**change._asdict())


def locked_pool() -> RatingPool:
    """The pool, with nobody else rating in it until the transaction ends."""
    RatingPool.objects.get_or_create(system=SYSTEM)
    return RatingPool.objects.select_for_update().get(system=SYSTEM)


def _rated_matches() -> QuerySet[Match]:
    return (
        Match.objects.filter(rated=True, status=MatchStatus.FINISHED, ended_by__in=RATED_ENDINGS)
        .exclude(winner="")
        .order_by("finished_at", "pk")
    )


def _times_to_rate_from(match: Match, rated: set[_Rated]) -> set[datetime]:
    """When the match was played, and when it was thought to be; nothing if it is rated as it stands."""
    wanted = {_Rated(player, won, match.length, match.finished_at) for player, won in _sides(match)}
    if rated == (wanted if _is_to_be_rated(match) else set()):
        return set()
    return {at for at in (match.finished_at, *(one.at for one in rated)) if at}


def _is_to_be_rated(match: Match) -> bool:
    """The same as ``_rated_matches`` says of all."""
    return bool(
        match.rated
        and match.status == MatchStatus.FINISHED
        and match.ended_by in RATED_ENDINGS
        and match.winner
    )


def _sides(match: Match) -> tuple[tuple[int, bool], tuple[int, bool]]:
    return (match.a_id, match.winner == "a"), (match.b_id, match.winner == "b")


@contextmanager
def rated_without(matches: QuerySet[Match]) -> Iterator[None]:
    """Take matches out of the ratings so that they can be deleted, then rate what followed them."""
    with transaction.atomic():
        pool = locked_pool()
        rated = RatingChange.objects.filter(pool=pool, match__in=matches)
        first = rated.order_by("at", "match_id").first()
        place = RatingPosition(first.at, first.match_id) if first else None
        if place:
            _take_back_from(pool, place)
        yield
        if place:
            _replay_from(pool, place)


def _rate_from(pool: RatingPool, place: RatingPosition) -> None:
    _take_back_from(pool, place)
    _replay_from(pool, place)


def _take_back_from(pool: RatingPool, place: RatingPosition) -> None:
    later = Q(at__gt=place.at) | Q(at=place.at, match_id__gte=place.match_id)
    undone = RatingChange.objects.filter(later, pool=pool)
    if players := set(undone.values_list("player_id", flat=True)):
        _take_back(pool, players, undone)


def _replay_from(pool: RatingPool, place: RatingPosition) -> None:
    later = Q(finished_at__gt=place.at) | Q(finished_at=place.at, pk__gte=place.match_id)
    _replay(pool, _rated_matches().filter(later))


def _take_back(pool: RatingPool, players: set[int], undone: QuerySet[RatingChange]) -> None:
    """Put these players' ratings back to where they stood before the changes that are undone."""
    undone.delete()
    kept = {
        row["player"]: row["matches"]
        for row in RatingChange.objects.filter(pool=pool, player__in=players)
        .values("player")
        .annotate(matches=Count("pk"))
    }
    last = {change.player_id: change for change in _latest_changes(pool, players)}
    ratings = list(Rating.objects.filter(pool=pool, player__in=players))
    for rating in ratings:
        change = last.get(rating.player_id)
        rating.value = change.after if change else Rating.INITIAL
        rating.experience = change.experience if change else 0
        rating.matches = kept.get(rating.player_id, 0)
        rating.last_played = change.at if change else None
    _write_ratings(ratings)


def _latest_changes(pool: RatingPool, players: Iterable[int]) -> Iterator[RatingChange]:
    newest_first = Window(
        RowNumber(), partition_by=F("player"), order_by=(F("at").desc(), F("match_id").desc())
    )
    ranked = RatingChange.objects.filter(pool=pool, player__in=players).annotate(nth=newest_first)
    yield from ranked.filter(nth=1)


def _replay(pool: RatingPool, matches: QuerySet[Match]) -> None:
    """Rate matches in order as they are read; each player's rating is read and written once."""
    ratings: dict[int, Rating] = {}
    rows = _played(matches)
    while some := list(islice(rows, _AT_ONCE)):
        unread = {player for match in some for player in (match.a, match.b)} - ratings.keys()
        known = Rating.objects.filter(pool=pool, player__in=unread)
        ratings.update({rating.player_id: rating for rating in known})
        for player in unread - ratings.keys():
            ratings[player] = Rating(pool=pool, player_id=player)
        write_changes(change for match in some for change in _rate_one(pool.pk, match, ratings))
    _write_ratings(ratings.values())


def _write_ratings(ratings: Iterable[Rating]) -> None:
    Rating.objects.bulk_create(
        ratings,
        update_conflicts=True,
        unique_fields=("pool", "player"),
        update_fields=("value", "experience", "matches", "last_played"),
        batch_size=1000,
    )


def _played(matches: QuerySet[Match]) -> Iterator[_Played]:
    """Rows, not instances: a replay may read a million."""
    rows = matches.values_list("pk", "a", "b", "winner", "length", "finished_at")
    return starmap(_Played, rows.iterator(chunk_size=_READ))


def _rate_one(pool: str, match: _Played, ratings: dict[int, Rating]) -> list[Change]:
    winner, loser = (match.a, match.b) if match.winner == "a" else (match.b, match.a)
    rated = fibs.rate(_standing(ratings[winner]), _standing(ratings[loser]), match.length)
    changes = []
    for player, won, new in ((winner, True, rated[0]), (loser, False, rated[1])):
        rating = ratings[player]
        changes.append(
            Change(
                pool_id=pool,
                player_id=player,
                match_id=match.pk,
                won=won,
                length=match.length,
                at=match.at,
                before=rating.value,
                after=new.value,
                experience=new.experience,
            )
        )
        rating.value, rating.experience = new.value, new.experience
        rating.matches += 1
        rating.last_played = match.at
    return changes


def _standing(rating: Rating) -> fibs.FibsRating:
    return fibs.FibsRating(rating.value, rating.experience)
