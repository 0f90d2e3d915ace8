"""Where one arrives after signing in."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from players.models import User
from players.selectors import memberships_of
from tournaments.registration_selectors import has_events


@login_required
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """One's own club, or one's own events, or what there is."""
    user = cast("User", request.user)
    clubs = list(memberships_of(user)[:2])
    if len(clubs) == 1:
        return redirect("club", slug=clubs[0].club.slug)
    if clubs:
        return redirect("account")
    if has_events(user):
        return redirect("my-events")
    return redirect("home")
