"""A club's years, and the list of its seasons."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.actors import actor_of
from players.models import Role
from players.views.club_pages import requested_club
from tournaments.publishing.club_years import events_of_year, win_loss_records, years_of
from tournaments.season_selectors import seasons_of_club

PAGE = 200


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
        events = events_of_year(club, shown, actor)
        table = Paginator(win_loss_records(club, shown, actor, events), PAGE)
        context |= {
            "year": shown,
            "events": events,
            "page": table.get_page(request.GET.get("page")),
        }
    return render(request, "tournaments/club_year.html", context)
