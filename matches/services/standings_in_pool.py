"""Where players of a pool stand at a place in the order of play, and writing down where they stand now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from db.many_rows import put_rows
from matches.models import Rating, RatingChange, RatingPool, StartValue
from matches.services.rating_systems import Standing, newcomer
from players.models import Player

_AT_ONCE = 2_000
"""Players that one statement asks for."""
_FIGURES = ("value", "experience", "matches", "last_played", "deviation", "volatility")
_figures = attrgetter(*_FIGURES)


class RatingPosition(NamedTuple):
    """A place in the order of rating: when a match ended, then its number."""

    at: datetime
    match_id: int


START = RatingPosition(datetime(1000, 1, 1, tzinfo=UTC), 0)
"""Before every match."""


def _some_of(players: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """As many as one statement may ask for."""
    rest = iter(players)
    while some := tuple(islice(rest, _AT_ONCE)):
        yield some


def changes_from(pool: RatingPool, place: RatingPosition) -> QuerySet[RatingChange]:
    """What was done to ratings from a place on."""
    later = Q(at__gt=place.at) | Q(match_id__gte=place.match_id)
    # The plain comparison first: an index finds it.
    return RatingChange.objects.filter(Q(at__gte=place.at) & later, pool=pool)


def changes_before(place: RatingPosition) -> Q:
    """What was done to ratings before a place."""
    return Q(at__lte=place.at) & (Q(at__lt=place.at) | Q(match_id__lt=place.match_id))


def starting_standings(pool: RatingPool, players: Collection[int]) -> dict[int, Standing]:
    """Before anybody's first match: as they were imported, or as newcomers."""
    standings = {player: newcomer(pool) for player in players}
    for some in _some_of(players):
        for start in StartValue.objects.filter(pool=pool, player__in=some):
            standings[start.player_id] = _started(pool, start)
    return standings


def _started(pool: RatingPool, start: StartValue) -> Standing:
    first = newcomer(pool)
    deviation = first.deviation if start.deviation is None else start.deviation
    return replace(
        first,
        value=start.value,
        experience=start.experience,
        deviation=deviation if first.deviation is not None else None,
    )


def present_standings(pool: RatingPool, players: Collection[int]) -> dict[int, Standing]:
    """Where players stand now, by their ratings: one read, however much they have played."""
    known = {
        player: Standing(*figures)
        for some in _some_of(players)
        for player, *figures in Rating.objects.filter(pool=pool, player__in=some).values_list(
            "player", *_FIGURES
        )
    }
    return known | starting_standings(pool, [one for one in players if one not in known])


def standings_before(
    pool: RatingPool, players: Collection[int], place: RatingPosition | None
) -> dict[int, Standing]:
    """Where players stood before a place, or stand after everything, by the changes written so far."""
    before = changes_before(place) if place else Q()
    standings: dict[int, Standing] = {}
    for some in _some_of(players):
        standings |= _by_last_changes(pool, some, before)
    return standings | starting_standings(pool, [one for one in players if one not in standings])


def _by_last_changes(pool: RatingPool, players: tuple[int, ...], before: Q) -> dict[int, Standing]:
    own = RatingChange.objects.filter(before, pool=pool, player=OuterRef("pk"))
    last = Subquery(own.order_by("-at", "-match_id").values("pk")[:1])
    found = Player.objects.filter(pk__in=players).annotate(last=last).exclude(last=None)
    keys = list(found.values_list("last", flat=True))
    all_of_them = RatingChange.objects.filter(before, pool=pool, player__in=players)
    counted = all_of_them.order_by().values("player").annotate(n=Count("pk"))
    played = dict(counted.values_list("player", "n"))
    rows = RatingChange.objects.filter(pk__in=keys).values_list(
        "player", "after", "experience", "at", "deviation", "volatility"
    )
    return {
        player: Standing(after, experience, played[player], at, deviation, volatility)
        for player, after, experience, at, deviation, volatility in rows
    }


def players_to_write(pool: RatingPool, since: datetime) -> set[int]:
    """Whose ratings something from a moment on may have changed: those written now, and those to come."""
    if since <= START.at:
        started = StartValue.objects.filter(pool=pool).values_list("player", flat=True)
        rated = Rating.objects.filter(pool=pool).values_list("player", flat=True)
        return {*started, *rated}
    before = Rating.objects.filter(pool=pool, last_played__gte=since)
    return set(before.values_list("player", flat=True))


def players_changed(pool: RatingPool, since: datetime) -> set[int]:
    """Who has been rated from a moment on."""
    changes = RatingChange.objects.filter(pool=pool, at__gte=since).order_by()
    return set(changes.values_list("player", flat=True).distinct())


def write_ratings(pool: RatingPool, standings: Mapping[int, Standing]) -> None:
    """Ratings as they stand; who was never rated and brought nothing along has none."""
    unrated = [player for player, standing in standings.items() if not standing.matches]
    started = {
        player
        for some in _some_of(unrated)
        for player in StartValue.objects.filter(pool=pool, player__in=some).values_list(
            "player", flat=True
        )
    }
    gone = [player for player in unrated if player not in started]
    for some in _some_of(gone):
        Rating.objects.filter(pool=pool, player__in=some).delete()
    kept = sorted(one for one in standings if standings[one].matches or one in started)
    put_rows(
        Rating,
        ("pool_id", "player_id", *_FIGURES),
        ("pool_id", "player_id"),
        ((pool.pk, player, *_figures(standings[player])) for player in kept),
    )
