"""Seasons: the table for everybody; setting up, changing and closing for directors."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor, actor_of
from players.models import Role
from players.services.permissions import require
from players.views.club_pages import club_for_director
from tournaments.forms.seasons import SeasonForm
from tournaments.models import Season, SeasonSnapshot
from tournaments.publishing.season_table import season_in
from tournaments.publishing.season_types import (
    SeasonEventContent,
    SeasonResultContent,
    SeasonRowContent,
    SeasonStandings,
)
from tournaments.season_selectors import events_between_its_days, published_season
from tournaments.services import seasons
from tournaments.templatetags.seasons import result_cell
from tournaments.views.fragment_cache import cached_fragment, fragment_html
from web.form_errors import attempt, posted
from web.languages import activate_language
from web.table_files import csv_file
from web.tables import Cell

PAGE = 50
"""Players of a page: each of them has a cell for each event."""
_SHOWN: tuple[
    Literal["points", "counted", "place", "place_to", "wins", "losses", "champion"], ...
] = ("points", "counted", "place", "place_to", "wins", "losses", "champion")
"""What a cell shows of a result."""
MOST_ON_PAPER = 12
"""Events whose columns fit on a sheet of paper."""


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The table with every player's result of every event, and the awards once it is closed."""
    actor = actor_of(request)
    snapshot = _published(request, slug)
    standings = season_in(snapshot)
    page = Paginator(standings["rows"], PAGE).get_page(request.GET.get("page"))
    table = cached_fragment(
        snapshot,
        f"season-{get_language()}-{page.number}",
        "tournaments/season/table.html",
        lambda: _table(standings, page, ZoneInfo(snapshot.season.club.timezone)),
    )
    context = _context(snapshot, standings, actor) | {"page": page, "table": fragment_html(table)}
    return render(request, "tournaments/season.html", context)


@require_safe
def season_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole table as CSV: a line for each player, a column for each event."""
    snapshot = _published(request, slug)
    standings = season_in(snapshot)
    events = standings["events"]
    head = [_("Rank"), _("Player"), _("Points"), *(event["name"] for event in events)]
    rows = (_line(row, events) for row in standings["rows"])
    return csv_file(slug, head, rows, language=snapshot.season.club.language or "en")


def _line(row: SeasonRowContent, events: list[SeasonEventContent]) -> list[Cell]:
    points = {result["event"]: result["points"] for result in row["results"]}
    return [row["rank"], row["name"], row["points"], *(points.get(event["id"]) for event in events)]


@require_safe
def season_of_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How a player came to their points, event by event."""
    snapshot = _published(request, slug)
    standings = season_in(snapshot)
    row = next((row for row in standings["rows"] if row["player"] == pk), None)
    if row is None:
        raise Http404
    events = {event["id"]: event for event in standings["events"]}
    context = _context(snapshot, standings, actor_of(request)) | {
        "row": row,
        "above": _above(standings["rows"], row),
        "lines": [(result, events[result["event"]]) for result in row["results"]],
    }
    return render(request, "tournaments/season_player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up a season of a club."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = SeasonForm(posted(request), initial=_this_year())
    made = attempt(
        form,
        lambda: seasons.create_season(
            club_id=club.pk, actor=actor, rules=form.rules(), **form.details()
        ),
    )
    if made:
        messages.success(request, _("%(name)s is set up.") % {"name": made.name})
        return redirect("season", slug=made.slug)
    context = {"club": club, "form": form, "may_direct": True}
    return render(request, "tournaments/season_form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def change_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a season, and choose which events count."""
    actor = actor_of(request)
    found = _for_director(request, slug, actor)
    with timezone.override(ZoneInfo(found.club.timezone)):
        form = SeasonForm(
            posted(request),
            initial=_with_counting(found),
            events=events_between_its_days(found),
        )
        if attempt(form, lambda: _change(form, found, actor)):
            messages.success(request, _("Saved."))
            return redirect("season", slug=slug)
        context = {"club": found.club, "season": found, "form": form, "may_direct": True}
        return render(request, "tournaments/season_form.html", context)


@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """End a season and give the awards."""
    actor = actor_of(request)
    found = _for_director(request, slug, actor)
    seasons.close_season(season_id=found.pk, actor=actor)
    messages.success(request, _("%(name)s is closed.") % {"name": found.name})
    return redirect("season", slug=slug)


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the awards back."""
    actor = actor_of(request)
    found = _for_director(request, slug, actor)
    seasons.reopen_season(season_id=found.pk, actor=actor)
    messages.success(request, _("%(name)s is open again.") % {"name": found.name})
    return redirect("season", slug=slug)


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a season; its events stay."""
    actor = actor_of(request)
    found = _for_director(request, slug, actor)
    seasons.remove_season(season_id=found.pk, actor=actor)
    messages.success(request, _("%(name)s deleted.") % {"name": found.name})
    return redirect("club-seasons", slug=found.club.slug)


def _published(request: HttpRequest, slug: str) -> SeasonSnapshot:
    """What is published of a season, answering in its club's language."""
    snapshot = published_season(slug)
    if snapshot is None:
        raise Http404
    activate_language(request, snapshot.season.club.language)
    return snapshot


def _for_director(request: HttpRequest, slug: str, actor: Actor) -> Season:
    found = _published(request, slug).season
    require(actor, Role.DIRECTOR, found.club_id)
    return found


def _change(form: SeasonForm, found: Season, actor: Actor) -> Season:
    return seasons.change_season(
        season_id=found.pk,
        actor=actor,
        rules=form.rules(),
        left_out=form.left_out(),
        **form.details(),
    )


def _with_counting(found: Season) -> dict[str, Any]:
    """The form's values, with a tick at each event that is not left out."""
    initial = SeasonForm.initial_of(found)
    keys = events_between_its_days(found).values_list("pk", flat=True)
    return initial | {"counting": [str(pk) for pk in keys if pk not in initial["left_out"]]}


def _this_year() -> dict[str, object]:
    year = timezone.localdate().year
    return {
        "name": _("Season %(year)s") % {"year": year},
        "first_day": date(year, 1, 1),
        "last_day": date(year, 12, 31),
    }


def _context(snapshot: SeasonSnapshot, standings: SeasonStandings, actor: Actor) -> dict[str, Any]:
    found = snapshot.season
    return {
        "club": found.club,
        "season": found,
        "standings": standings,
        "first_day": parse_date(standings["first_day"]),
        "last_day": parse_date(standings["last_day"]),
        "may_direct": actor.may(Role.DIRECTOR, found.club_id),
    }


def _day(event: SeasonEventContent, zone: ZoneInfo) -> date:
    return datetime.fromisoformat(event["starts_at"]).astimezone(zone).date()


def _table(
    standings: SeasonStandings, page: Page[SeasonRowContent], zone: ZoneInfo
) -> dict[str, Any]:
    """Each row with a cell for each event, empty where the player was not there."""
    events = standings["events"]
    cell = _cells()
    lines = []
    for row in page:
        results = {result["event"]: result for result in row["results"]}
        cells = "".join(cell(results.get(event["id"])) for event in events)
        lines.append({"row": row, "cells": mark_safe(cells)})  # noqa: S308 – each of them is safe
    return {
        "slug": standings["slug"],
        "events": [(event, _day(event, zone)) for event in events],
        "lines": lines,
        "many": len(events) > MOST_ON_PAPER,
    }


def _cells() -> Callable[[SeasonResultContent | None], SafeString]:
    """Cells that look alike are made once: in a table of thousands most do."""
    made: dict[tuple[object, ...], SafeString] = {}

    def cell(result: SeasonResultContent | None) -> SafeString:
        looks = tuple(result[name] for name in _SHOWN) if result else ()
        if looks not in made:
            made[looks] = result_cell(result)
        return made[looks]

    return cell


def _above(rows: list[SeasonRowContent], row: SeasonRowContent) -> SeasonRowContent | None:
    place = rows.index(row)
    return rows[place - 1] if place else None
