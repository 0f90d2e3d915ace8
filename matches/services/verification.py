"""Computing again what matches and ratings follow from, to see that nothing has come loose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from matches.models import Match, MatchEvent, Rating, RatingChange
from matches.projection import PROJECTED_FIELDS, project
from matches.services.locking import locked_match
from matches.services.rating_replay import SYSTEM, locked_pool, replayed
from rules_core.errors import RulesError

_CHUNK = 2000
_CHANGE_FIELDS = ("match_id", "player_id", "won", "length", "at", "before", "after", "experience")
_RATING_FIELDS = ("value", "experience", "matches", "last_played")


@dataclass(frozen=True)
class Difference:
    """Something stored that is not what follows from its sources."""

    subject: str
    """Such as ``match 12``."""
    field: str
    found: Any
    expected: Any

    def __str__(self) -> str:
        return f"{self.subject}: {self.field} is {self.found!r}, but follows as {self.expected!r}"


def ledger_differences() -> Iterator[Difference]:
    """Project every ledger again; the lines are read once, in order, however many there are."""
    lines = MatchEvent.objects.select_related("match").order_by("match_id", "number")
    for row, ledger in groupby(lines.iterator(chunk_size=_CHUNK), lambda line: line.match):
        if any(_compare(row, list(ledger))):
            yield from _compared_under_lock(row.pk)
    without = ~Exists(MatchEvent.objects.filter(match=OuterRef("pk")))
    for match in Match.objects.filter(without).order_by("pk").iterator():
        yield Difference(f"match {match.pk}", "ledger", "empty", "at least one line")


def _compared_under_lock(match_id: int) -> list[Difference]:
    """A match may have changed between two reads: only what differs under its lock does."""
    with transaction.atomic():
        row = locked_match(match_id)
        return list(_compare(row, list(row.events.order_by("number"))))


def _compare(row: Match, ledger: list[MatchEvent]) -> Iterator[Difference]:
    subject = f"match {row.pk}"
    numbers = [line.number for line in ledger]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Difference(subject, "ledger", numbers, "1, 2, 3, …")
        return
    projected = Match(pk=row.pk)
    for line in ledger:
        try:
            project(projected, line)
        except (RulesError, KeyError, ValueError) as error:
            yield Difference(subject, f"line {line.number}", line.facts, str(error))
            return
    for field in PROJECTED_FIELDS:
        found, expected = getattr(row, field), getattr(projected, field)
        if found != expected:
            yield Difference(subject, field, found, expected)


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
