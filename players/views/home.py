"""The front door."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.actors import actor_of
from players.selectors import clubs_on_list
from tournaments.selectors import current_events


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs here, and what is on now and soon."""
    actor = actor_of(request)
    return render(
        request,
        "players/home.html",
        {"clubs": clubs_on_list(), "events": current_events(actor)},
    )
