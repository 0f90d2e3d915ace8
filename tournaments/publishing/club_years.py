"""A club's year: its events, who won them, and everybody's balance.

A calendar year in the club's own time zone; an event belongs to the one it begins in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Page
from django.db.models import Count, Exists, F, Prefetch, Q, QuerySet, Sum

from matches.models import RATED_ENDINGS, Match, MatchStatus, RatingChange
from players.actors import Actor
from players.models import Club, Player
from tournaments.models import Stage, StageSnapshot, StageVersion, Tournament, TournamentStatus
from tournaments.publishing.winners import Winner, deciding_stage, winners_of
from tournaments.selectors import visible_tournaments, with_entry_counts
from web.bounded_pages import RememberingPaginator

RATINGS = "fibs"
EVENTS_A_PAGE = 60


@dataclass(frozen=True)
class YearEvent:
    """An event of the year, and who won it, once that is known."""

    event: Tournament
    winners: list[Winner]


@dataclass
class WinLossRecord:
    """What a player has done in the year: matches played at the board, none walked over."""

    player: Player
    won: int = 0
    lost: int = 0
    titles: int = 0
    events: set[str] = field(default_factory=set)
    rating_change: float | None = None
    """What the year's matches did to the rating; none of them may have been rated yet."""
    rank: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        """More matches won, then fewer lost, then more events won; who is level shares a rank."""
        return -self.won, self.lost, -self.titles


def years_of(club: Club, actor: Actor) -> list[int]:
    """The club's years with events that the actor may see, the latest first."""
    zone = ZoneInfo(club.timezone)
    events = visible_tournaments(actor).filter(club=club).order_by("starts_at")
    first, last = (
        ends.values_list("starts_at", flat=True).first() for ends in (events, events.reverse())
    )
    if first is None or last is None:
        return []
    # Whether there is one is asked of each year: all of them are never read for it.
    years = range(last.astimezone(zone).year, first.astimezone(zone).year - 1, -1)
    held = {f"in_{year}": Exists(_events(club, year, actor)) for year in years}
    found: Mapping[str, Any] = Club.objects.filter(pk=club.pk).values(**held).get()
    return [year for year in years if found[f"in_{year}"]]


def events_of_year(club: Club, year: int, actor: Actor) -> list[YearEvent]:
    """The events of a year, the latest first."""
    return _with_winners(list(_latest_first(_events(club, year, actor))))


def events_of_year_by_page(club: Club, year: int, actor: Actor, asked: str | None) -> Page[Any]:
    """A page of them, so that a federation's thousand a year are not read for each look."""
    page = RememberingPaginator(_latest_first(_events(club, year, actor)), EVENTS_A_PAGE).get_page(
        asked
    )
    page.object_list = _with_winners(list(page))
    return page


def year_version(club: Club, year: int, actor: Actor) -> tuple[int, int]:
    """What is different once anything of a year's events has changed: how many they are, and all versions added up."""
    events = _events(club, year, actor).order_by()
    versions = StageVersion.objects.filter(stage__tournament__in=events.values("pk"))
    return events.count(), versions.aggregate(all=Sum("number"))["all"] or 0


def _latest_first(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    stages = Stage.objects.order_by("number").only("number", "settings", "tournament_id")
    counted = with_entry_counts(events).prefetch_related(Prefetch("stages", stages))
    return counted.order_by("-starts_at", "-pk")


def _with_winners(events: Sequence[Tournament]) -> list[YearEvent]:
    won = _winners(event for event in events if event.status == TournamentStatus.FINISHED)
    return [YearEvent(event, won.get(event.pk, [])) for event in events]


def latest_winners(actor: Actor, count: int) -> list[YearEvent]:
    """The last finished events that the actor may see, with their winners."""
    finished = visible_tournaments(actor).filter(status=TournamentStatus.FINISHED)
    return [line for line in _with_winners(list(_latest_first(finished)[:count])) if line.winners]


def win_loss_records(
    club: Club, year: int, actor: Actor, events: Iterable[YearEvent]
) -> list[WinLossRecord]:
    """Everybody who has played in the year, the best balance first."""
    # By event alone: with its club, SQLite would read all that the club has ever played.
    played = Match.objects.filter(
        event__in=_events(club, year, actor).order_by().values("slug"),
        status=MatchStatus.FINISHED,
        ended_by__in=RATED_ENDINGS,
    ).exclude(winner="")
    rows = [row for side in ("a", "b") for row in _by_event(played, side)]
    players = Player.objects.in_bulk({player for player, *_ in rows})
    table = {pk: WinLossRecord(player) for pk, player in players.items()}
    for player, event, matches, won in rows:
        balance = table[player]
        balance.won += won
        balance.lost += matches - won
        balance.events.add(event)
    for winner in (winner for line in events for winner in line.winners):
        if winner.player in table:
            table[winner.player].titles += 1
    for player, change in _rating_changes(played):
        table[player].rating_change = change
    return _ranked(list(table.values()))


def with_current_players(records: Sequence[WinLossRecord]) -> list[WinLossRecord]:
    """Records that were kept, with everybody as they are called by now: who has left is named nowhere."""
    players = Player.objects.in_bulk([record.player.pk for record in records])
    return [
        replace(record, player=players[record.player.pk])
        for record in records
        if record.player.pk in players
    ]


def _events(club: Club, year: int, actor: Actor) -> QuerySet[Tournament]:
    zone = ZoneInfo(club.timezone)
    return visible_tournaments(actor).filter(
        club=club,
        starts_at__gte=datetime(year, 1, 1, tzinfo=zone),
        starts_at__lt=datetime(year + 1, 1, 1, tzinfo=zone),
    )


def _winners(finished: Iterable[Tournament]) -> dict[int, list[Winner]]:
    """By event."""
    deciding = {deciding_stage(list(event.stages.all())).pk: event.pk for event in finished}
    found = StageSnapshot.objects.filter(pk__in=deciding).only("stage_id", "standings")
    return {deciding[snapshot.pk]: winners_of(snapshot) for snapshot in found}


def _by_event(played: QuerySet[Match], side: str) -> Iterable[tuple[int, str, int, int]]:
    """How often each player sat on that side in each event, and won."""
    return (
        played.order_by()
        .values("event", player=F(f"{side}_id"))
        .annotate(played=Count("pk"), won=Count("pk", filter=Q(winner=side)))
        .values_list("player", "event", "played", "won")
    )


def _rating_changes(played: QuerySet[Match]) -> Iterable[tuple[int, float]]:
    changes = RatingChange.objects.filter(pool=RATINGS, match__in=played.order_by().values("pk"))
    summed = changes.order_by().values("player").annotate(change=Sum(F("after") - F("before")))
    return summed.values_list("player", "change")


def _ranked(table: Sequence[WinLossRecord]) -> list[WinLossRecord]:
    ordered = sorted(table, key=lambda line: (line.order, line.player.name_key))
    for number, line in enumerate(ordered, start=1):
        before = ordered[number - 2] if number > 1 else None
        line.rank = before.rank if before and before.order == line.order else number
    return ordered
