"""Reading what a player has played: narrow rows, since there may be thousands of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from datetime import date, datetime
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, overload

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch, Q, QuerySet

from db.raw_rows import stored_rows
from matches.models import Match, MatchStatus, RatingChange
from matches.selectors import NEWEST_FIRST, chance_by_ratings
from players.actors import Actor
from players.models import Player
from tournaments.models import Entry, Stage, Tournament, TournamentStatus
from tournaments.selectors import visible_matches, visible_tournaments

MOST_COUNTED = 5_000
"""The latest matches of a player that are counted."""
MOST_RECORDED = 100
"""The latest matches of a player whose games are looked at."""


_SHOWN = (
    *("length", "event", "status", "winner", "ended_by", "points_a", "points_b", "finished_at"),
    *("a__name", "b__name"),
)
"""Of a match in a list."""


FinishedMatch = tuple[int, int, int, int, str, str]
"""A match that has come to its end: its key, both players, length, winner (nothing if nobody won) and event's slug.

As the database gives it: there are thousands.
"""


class RatedLine(NamedTuple):
    """A rated match with what its chance follows from."""

    match: int
    opponent: int
    won: bool
    length: int
    before: float
    opponent_before: float
    deviation: float | None
    """Glicko-2: before the match; that of the opponent likewise."""
    opponent_deviation: float | None
    after: float
    at: datetime | str
    """When it ended, as the database has it: SQLite in words."""

    @property
    def day(self) -> date:
        """On which it ended, by the clock that all times are kept by."""
        return date.fromisoformat(str(self.at)[:10])

    @property
    def chance(self) -> float:
        """Of the player to win it, by the two ratings before."""
        return chance_by_ratings(
            (self.before, self.deviation),
            (self.opponent_before, self.opponent_deviation),
            self.length,
        )


def finished_matches(player: Player, actor: Actor) -> list[FinishedMatch]:
    """The player's latest matches that have ended, as far as the actor may see them, the newest first; one query."""
    finished = (
        visible_matches(actor)
        .filter(Q(a=player) | Q(b=player), status=MatchStatus.FINISHED)
        .order_by(*NEWEST_FIRST)
        .values_list("pk", "a_id", "b_id", "length", "winner", "event")
    )
    return stored_rows(finished[:MOST_COUNTED])


def rated_lines(player: Player, seen: Container[int], *, system: str) -> list[RatedLine]:
    """The player's latest rated matches among those seen, the newest first; two queries.

    The opponents' side is read by itself: joined, both databases would look at each match in between.
    """
    own = player.rating_changes.filter(pool=system).order_by("-at", "-match_id")[:MOST_COUNTED]
    others = RatingChange.objects.filter(pool=system, match__in=own.values("match"))
    rows = others.exclude(player=player).order_by()
    side = rows.values_list("match", "player", "before", "deviation_before")
    theirs = {row[0]: row for row in stored_rows(side)}
    found = own.values_list("match", "won", "length", "before", "deviation_before", "after", "at")
    return [
        RatedLine(match, other, bool(won), length, before, other_before, by, other_by, after, at)
        for match, won, length, before, by, after, at in stored_rows(found)
        if match in seen and match in theirs
        for _match, other, other_before, other_by in (theirs[match],)
    ]


def rated_changes(player: Player, matches: Sequence[int], *, system: str) -> list[RatingChange]:
    """What these matches did to the player's rating, in the same order."""
    changes = player.rating_changes.filter(pool=system, match__in=matches).order_by()
    found = {change.match_id: change for change in changes}
    return [found[match] for match in matches if match in found]


def page_of_matches(
    matches: QuerySet[Match], size: int, number: str | None, *, keys: Sequence[int] | None = None
) -> Page[Match]:
    """A page of somebody's matches, without what was recorded of them.

    Which they are is asked first, if it is not known: whole matches would be sorted only to be left out.
    """
    listed = matches.values_list("pk", flat=True) if keys is None else keys
    paginator: Paginator[Any] = Paginator(listed, size)
    page = paginator.get_page(number)
    found = matches.select_related(None).select_related("a", "b").only(*_SHOWN)
    rows = {match.pk: match for match in found.filter(pk__in=list(page)).order_by()}
    return Page([rows[pk] for pk in page if pk in rows], page.number, paginator)


class PlayedMatches(Sequence[int]):
    """The keys of a player's matches, the newest first and then those still to be played.

    Those of a page are read from the player's end of two indexes, however many there are; how many have
    ended is known to whoever remembers it.
    """

    def __init__(self, player: Player, actor: Actor, *, ended: int) -> None:
        """Of these matches ``ended`` have a time at which they did."""
        self._listed = visible_matches(actor).exclude(status=MatchStatus.VOID)
        self._player = player
        self._ended = ended

    def __len__(self) -> int:
        return self._ended + len(self._to_play)

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> list[int]: ...

    def __getitem__(self, place: int | slice) -> int | list[int]:
        if not isinstance(place, slice):
            return self[place : place + 1][0]
        begin, end, _step = place.indices(len(self))
        newest = self._newest(end)
        ended = len(newest)
        return newest[begin:] + self._to_play[max(0, begin - ended) : end - ended]

    def _newest(self, count: int) -> list[int]:
        sides = (
            self._of(side).exclude(finished_at=None).order_by("-finished_at", "-pk")
            for side in ("a", "b")
        )
        rows = (side.values_list("finished_at", "pk")[:count] for side in sides)
        return [pk for _at, pk in sorted(chain.from_iterable(rows), reverse=True)[:count]]

    @cached_property
    def _to_play(self) -> list[int]:
        sides = (self._of(side).filter(finished_at=None).order_by() for side in ("a", "b"))
        keys = (side.values_list("pk", flat=True) for side in sides)
        return sorted(chain.from_iterable(keys), reverse=True)

    def _of(self, side: str) -> QuerySet[Match]:
        return self._listed.filter(**{side: self._player})


def ended_matches(player: Player, actor: Actor) -> int:
    """How many matches of a player that the actor may see have come to their end and were not voided."""
    own = visible_matches(actor).filter(Q(a=player) | Q(b=player), finished_at__isnull=False)
    return own.exclude(status=MatchStatus.VOID).order_by().count()


def recorded_entries(
    player: Player, matches: Sequence[int]
) -> list[tuple[str, list[dict[str, Any]]]]:
    """What is recorded of the first of these matches of a player, each with the side they had."""
    latest = matches[:MOST_RECORDED]
    rows = Match.objects.filter(pk__in=latest).order_by().values_list("a", "entries")
    return [("a" if a == player.pk else "b", entries) for a, entries in rows]


def names_of_events(slugs: Iterable[str]) -> dict[str, str]:
    """By their slugs."""
    return dict(Tournament.objects.filter(slug__in=[*slugs]).values_list("slug", "name"))


def names_of_players(keys: Iterable[int]) -> dict[int, str]:
    """By their keys."""
    return dict(Player.objects.filter(pk__in={*keys}).values_list("pk", "name"))


def events_finished_by(player: Player, actor: Actor, count: int) -> list[Tournament]:
    """The latest events that somebody played to the end and that the actor may see, with their stages."""
    stages = Stage.objects.order_by("number").only("number", "settings", "tournament_id")
    entered = Entry.objects.filter(player=player).values("tournament")
    finished = visible_tournaments(actor).filter(pk__in=entered, status=TournamentStatus.FINISHED)
    shown = finished.select_related(None).only("slug", "name", "club_id")
    latest = shown.order_by("-starts_at", "-pk").prefetch_related(Prefetch("stages", stages))
    return list(latest[:count])
