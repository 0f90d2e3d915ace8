"""The tables of the rule books, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.play_tables import ShownHit, ShownOpening, hits, openings

_FIRST = "65"
"""The roll that is shown until somebody asks for another."""


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Opening plays and chances to hit, with the board of the line that was asked for."""
    distance = request.GET.get("distance", "")
    roll = "" if distance else request.GET.get("roll", _FIRST)
    listed, chances = openings(roll), hits(distance)
    lines: list[ShownOpening | ShownHit] = [*listed, *chances]
    shown = next((line for line in lines if line.is_shown), None)
    if shown is None:
        raise Http404
    context = {"openings": listed, "hits": chances, "shown": shown}
    return render(request, "matches/tables.html", context)
