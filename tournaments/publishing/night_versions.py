"""Whether an entrant's night is still as it was, without computing it again.

Phones ask all evening long. What concerns an entrant (their own matches, and those from which their
opponents come) is looked at each time, with one query; what happens elsewhere in the event changes
their place and who is still in, and is looked at every few seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Q

from tournaments.models import Entry, Pairing

ELSEWHERE_AFTER = 3
"""Seconds after which a change elsewhere in the event has a night computed again."""
KEPT_FOR = 10
"""Seconds after which it is computed again though nothing seems to have changed: a rating, a time."""

Rows = list[tuple[object, ...]]


@dataclass(frozen=True)
class KeptNight:
    """The version of a night that was computed, and what it follows from."""

    etag: str
    watched: tuple[int, ...]
    """Pairings of others that the night speaks of."""
    own: Rows
    event: Rows


def versions_of_event(entry: Entry) -> Rows:
    """What has changed if anything in the event has."""
    stages = entry.tournament.stages.order_by("number")
    return list(stages.values_list("version__number", "snapshot__version"))


def kept_etag(key: str, entry: Entry) -> str | None:
    """The version of the night that is kept under a key, if it is still what one would compute."""
    found = cache.get_many([key, _elsewhere(key)])
    kept: KeptNight | None = found.get(key)
    if kept is None or kept.own != _versions(entry, kept.watched):
        return None
    if _elsewhere(key) not in found:
        if kept.event != versions_of_event(entry):
            return None
        cache.set(_elsewhere(key), True, ELSEWHERE_AFTER)
    return kept.etag


def keep_etag(
    key: str, entry: Entry, etag: str, *, watched: tuple[int, ...], event_before: Rows
) -> None:
    """Keep the version of a night that was computed, unless something changed meanwhile.

    ``event_before`` is what :func:`versions_of_event` said before it was computed.
    """
    own = _versions(entry, watched)
    if versions_of_event(entry) != event_before:
        cache.delete(key)
        return
    cache.set(key, KeptNight(etag, watched, own, event_before), KEPT_FOR)
    cache.set(_elsewhere(key), True, ELSEWHERE_AFTER)


def _elsewhere(key: str) -> str:
    """Kept for as long as nobody looks at what happens elsewhere."""
    return f"{key}:elsewhere"


def _versions(entry: Entry, watched: tuple[int, ...]) -> Rows:
    """Of one's own pairings and those that are watched: who sits there, and how far the match has come."""
    rows = Pairing.objects.filter(Q(a=entry) | Q(b=entry) | Q(pk__in=watched)).order_by("pk")
    return list(
        rows.values_list(
            *("pk", "a", "b", "a_open", "b_open", "length", "status", "outcome", "winner"),
            *("match", "match__version", "stage__finished_at"),
        )
    )
