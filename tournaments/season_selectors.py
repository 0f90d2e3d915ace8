"""Reading seasons: which events count, and what is published of them."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from players.actors import Actor
from players.models import Club
from tournaments.models import Season, SeasonSnapshot, Tournament
from tournaments.selectors import visible_tournaments


def seasons_of_club(club: Club) -> QuerySet[Season]:
    """A club's seasons, the latest first."""
    return club.seasons.order_by("-first_day", "-pk")


def events_between_its_days(season: Season) -> QuerySet[Tournament]:
    """All events of the club that begin within a season, in the order in which they are held."""
    begin, end = season.span
    events = Tournament.objects.filter(club=season.club_id, starts_at__gte=begin, starts_at__lt=end)
    return events.order_by("starts_at", "pk")


def events_that_count(season: Season) -> QuerySet[Tournament]:
    """Those of them that nobody left out."""
    left_out = season.left_out.through.objects.filter(season=season.pk).values("tournament")
    return events_between_its_days(season).exclude(pk__in=left_out)


def events_left_out(season: Season, actor: Actor) -> QuerySet[Tournament]:
    """Those that do not count and that the actor may know of."""
    left_out = season.left_out.through.objects.filter(season=season.pk).values("tournament")
    return visible_tournaments(actor).filter(pk__in=left_out).order_by("starts_at", "pk")


def seasons_with(event: Tournament) -> list[int]:
    """The seasons that an event counts for, by their keys; ``event`` comes with its club."""
    day = event.starts_at.astimezone(ZoneInfo(event.club.timezone)).date()
    around = Season.objects.filter(club=event.club_id, first_day__lte=day, last_day__gte=day)
    return list(around.order_by("pk").values_list("pk", flat=True))


def season_version(slug: str) -> int | None:
    """The version of what is published of a season, without reading it."""
    versions = SeasonSnapshot.objects.filter(season__slug=slug).values_list("version", flat=True)
    return versions.first()


def published_season(slug: str) -> SeasonSnapshot | None:
    """What is published of a season, with the season and its club."""
    found = SeasonSnapshot.objects.select_related("season__club")
    return found.filter(season__slug=slug).first()
