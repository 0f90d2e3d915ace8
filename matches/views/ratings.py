"""The rating list of a club."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.selectors import rating_list
from players.selectors import clubs_on_list

PAGE = 200


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Players by rating."""
    club = get_object_or_404(clubs_on_list(), slug=slug)
    page = Paginator(rating_list(system="fibs", club=slug), PAGE)
    return render(
        request,
        "matches/ratings.html",
        {"club": club, "page": page.get_page(request.GET.get("page"))},
    )
