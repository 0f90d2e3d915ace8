"""A club's years, and the list of its seasons."""

from __future__ import annotations

from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.actors import Actor, actor_of
from players.models import Club, Role
from players.views.club_pages import requested_club
from tournaments.publishing.club_years import (
    WinLossRecord,
    events_of_year,
    events_of_year_by_page,
    win_loss_records,
    with_current_players,
    year_version,
    years_of,
)
from tournaments.season_selectors import seasons_of_club

PAGE = 100
SECONDS = 300
"""How long a table is kept: ratings that are replayed change it too."""


@require_safe
def club_year(request: HttpRequest, slug: str, year: int | None = None) -> HttpResponse:
    """The club's seasons, and the events of a year with their winners; the latest if none is named."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    years = years_of(club, actor)
    if year is not None and year not in years:
        raise Http404
    context = {
        "club": club,
        "seasons": seasons_of_club(club),
        "years": years,
        "may_direct": actor.may(Role.DIRECTOR, club.pk),
    }
    if years:
        shown = year or years[0]
        page = Paginator(_records(club, shown, actor), PAGE).get_page(request.GET.get("page"))
        page.object_list = with_current_players(list(page))
        context |= {
            "year": shown,
            "events": events_of_year_by_page(club, shown, actor, request.GET.get("events")),
            "page": page,
        }
    return render(request, "tournaments/club_year.html", context)


def _records(club: Club, year: int, actor: Actor) -> list[WinLossRecord]:
    """Everybody's balance, added up once for all who look while nothing of the year changes."""
    events, version = year_version(club, year, actor)
    sees_all = actor.may(Role.READER, club.pk)
    key = f"year-{club.pk}-{year}-{sees_all}-{events}-{version}"
    kept: list[WinLossRecord] | None = cache.get(key)
    if kept is None:
        kept = win_loss_records(club, year, actor, events_of_year(club, year, actor))
        cache.set(key, kept, SECONDS)
    return kept
