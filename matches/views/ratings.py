"""The rating list of a club."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.models import RatingChange
from matches.selectors import last_changes, rating_list
from players.actors import actor_of
from players.models import Role
from players.views.club_pages import requested_club
from web.charts import Sparkline, sparkline

PAGE = 200
LATEST = 10
"""Matches that the line beside a name is drawn from."""


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Players by rating."""
    club = requested_club(request, slug)
    page = Paginator(rating_list(system="fibs", club=slug), PAGE).get_page(request.GET.get("page"))
    changes = last_changes([one.player_id for one in page], system="fibs", count=LATEST)
    return render(
        request,
        "matches/ratings.html",
        {
            "club": club,
            "page": page,
            "lines": [(one, *_form(changes.get(one.player_id, []))) for one in page],
            "may_direct": actor_of(request).may(Role.DIRECTOR, club.pk),
        },
    )


def _form(changes: Sequence[RatingChange]) -> tuple[Sparkline | None, list[bool]]:
    """How the rating went, and what was won."""
    values = [changes[0].before, *(change.after for change in changes)] if changes else []
    return sparkline(values), [change.won for change in changes]
