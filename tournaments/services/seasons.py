"""Setting up a season, changing it, and closing it with its awards."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from db.locking import locked_row, still_there
from players.actors import Actor
from players.models import Club, Role
from players.services.permissions import require
from rules_core.errors import Conflict, RulesError
from rules_core.seasons.rules import SeasonRules
from tournaments.models import Season, SeasonSnapshot, TournamentStatus
from tournaments.publishing.season_table import season_in
from tournaments.season_models import MOST_YEARS
from tournaments.season_selectors import events_between_its_days, events_that_count
from tournaments.services.event_dates import check_event_year
from tournaments.services.season_tables import refresh_season
from tournaments.services.slugs import free_slug


class SeasonDates(RulesError):
    """A season ends after it begins, and does not last for ever."""

    code = "season_dates"


class SeasonExists(Conflict):
    """The club has a season with this name."""

    code = "season_exists"


class SeasonClosed(Conflict):
    """The awards are given."""

    code = "season_closed"


class SeasonGoesOn(Conflict):
    """An event that counts is being played."""

    code = "season_goes_on"


class NothingToAward(Conflict):
    """Nobody has any points."""

    code = "nothing_to_award"


@transaction.atomic
def create_season(
    *,
    club_id: int,
    name: str,
    first_day: date,
    last_day: date,
    rules: SeasonRules,
    actor: Actor,
) -> Season:
    """A season of all events that the club holds between two days."""
    require(actor, Role.DIRECTOR, club_id)
    _check_days(first_day, last_day)
    # One after the other, so that the same form sent twice makes one season.
    club = locked_row(Club.objects.all(), club_id)
    _check_name(club.pk, name)
    season = Season.objects.create(
        club=club,
        name=name,
        slug=free_slug(Season.objects.all(), name, otherwise="season"),
        first_day=first_day,
        last_day=last_day,
        rules=rules.to_json(),
    )
    SeasonSnapshot.objects.create(season=season)
    refresh_season(season_id=season.pk)
    return season


@transaction.atomic
def change_season(
    *,
    season_id: int,
    actor: Actor,
    rules: SeasonRules | None = None,
    left_out: Collection[int] | None = None,
    **details: Any,
) -> Season:
    """Change name, days, rules, or which of the events between its days are left out; not once it is closed."""
    _require_in_season(actor, season_id)
    season = _locked(season_id)
    _check_open(season)
    for field, value in details.items():
        assert field in {"name", "first_day", "last_day"}, field
        setattr(season, field, value)
    _check_days(season.first_day, season.last_day)
    _check_name(season.club_id, season.name, other_than=season.pk)
    if rules is not None:
        season.rules = rules.to_json()
    season.save()
    if left_out is not None:
        season.left_out.set(events_between_its_days(season).filter(pk__in=left_out))
    refresh_season(season_id=season.pk)
    return season


@transaction.atomic
def close_season(*, season_id: int, actor: Actor) -> Season:
    """End a season and give the awards; a second call changes nothing."""
    _require_in_season(actor, season_id)
    season = _locked(season_id)
    if season.is_closed:
        return season
    running = events_that_count(season).filter(status=TournamentStatus.RUNNING).first()
    if running is not None:
        raise SeasonGoesOn(
            f"{running.name} is not over. Finish it, or leave it out of the season.",
            event=running.name,
        )
    # First as it is: what waits for the job counts too.
    if not season_in(refresh_season(season_id=season_id))["rows"]:
        raise NothingToAward("No event of this season is over yet.")
    season.closed_at = timezone.now()
    season.save(update_fields=["closed_at"])
    refresh_season(season_id=season_id)
    return season


@transaction.atomic
def reopen_season(*, season_id: int, actor: Actor) -> Season:
    """Take the awards back; a second call changes nothing."""
    _require_in_season(actor, season_id)
    season = _locked(season_id)
    season.closed_at = None
    season.save(update_fields=["closed_at"])
    refresh_season(season_id=season_id)
    return season


@transaction.atomic
def remove_season(*, season_id: int, actor: Actor) -> None:
    """Delete a season; its events and their results stay."""
    _require_in_season(actor, season_id)
    season = _locked(season_id)
    _check_open(season)
    season.delete()


def _require_in_season(actor: Actor, season_id: int) -> None:
    clubs = Season.objects.filter(pk=season_id).values_list("club_id", flat=True)
    require(actor, Role.DIRECTOR, still_there(clubs.first()))


def _locked(season_id: int) -> Season:
    return locked_row(Season.objects.select_related("club"), season_id)


def _check_open(season: Season) -> None:
    if season.is_closed:
        raise SeasonClosed("This season is closed. Reopen it first.")


def _check_days(first_day: date, last_day: date) -> None:
    check_event_year(first_day.year)
    check_event_year(last_day.year)
    if not first_day <= last_day or last_day.year - first_day.year > MOST_YEARS:
        raise SeasonDates(
            f"A season ends after it begins, and lasts {MOST_YEARS} years at most.",
            years=MOST_YEARS,
        )


def _check_name(club_id: int, name: str, *, other_than: int = 0) -> None:
    if Season.objects.filter(club=club_id, name=name).exclude(pk=other_than).exists():
        raise SeasonExists(f"There is already a season {name}.", name=name)
