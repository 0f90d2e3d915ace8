"""A club's seasons, year by year."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.actors import actor_of
from players.models import Role
from players.views.club_pages import requested_club
from tournaments.publishing.seasons import season_events, win_loss_records, years_of

PAGE = 200


@require_safe
def season(request: HttpRequest, slug: str, year: int | None = None) -> HttpResponse:
    """The events of a year with their winners, and the season's table; the latest if none is named."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    years = years_of(club, actor)
    if year is not None and year not in years:
        raise Http404
    context = {"club": club, "years": years, "may_direct": actor.may(Role.DIRECTOR, club.pk)}
    if years:
        shown = year or years[0]
        events = season_events(club, shown, actor)
        table = Paginator(win_loss_records(club, shown, actor, events), PAGE)
        context |= {
            "year": shown,
            "events": events,
            "page": table.get_page(request.GET.get("page")),
        }
    return render(request, "tournaments/season.html", context)
