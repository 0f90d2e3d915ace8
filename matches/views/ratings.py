"""The rating list of a club."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.selectors import rating_list
from players.actors import actor_of
from players.models import Role
from players.views.club_pages import requested_club

PAGE = 200


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Players by rating."""
    club = requested_club(request, slug)
    page = Paginator(rating_list(system="fibs", club=slug), PAGE)
    return render(
        request,
        "matches/ratings.html",
        {
            "club": club,
            "page": page.get_page(request.GET.get("page")),
            "may_direct": actor_of(request).may(Role.DIRECTOR, club.pk),
        },
    )
