"""The screen on the wall: one event, or all that a club plays tonight."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from players.actors import Actor, actor_of
from players.models import Club
from players.views.club_pages import requested_club
from tournaments.models import StageSnapshot, TournamentStatus
from tournaments.publishing.screens import called_and_following, panels_of
from tournaments.publishing.snapshot_json import bracket_in, standings_in
from tournaments.selectors import current_events
from tournaments.snapshot_selectors import snapshots_being_played
from tournaments.views.events import etag, part_tag, snapshot_context, snapshot_of_stage
from web.qr_codes import qr_code

PANELS = "tournaments/tv/panels.html"
MOST_EVENTS = 6
"""Of a night: with more nobody waits for their own to come round again."""


@require_safe
def tv(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponseBase:
    """One event: big, rotating, no pointer needed."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, stage, actor, for_everyone=True)
    context = snapshot_context(snapshot, actor) | panels_context([snapshot])
    named = {"stage": stage} if stage else {}
    context |= {
        "title": snapshot.stage.tournament.name,
        "etag": etag(snapshot, part_tag("tv", context)),
        "source": reverse("event-live", kwargs={"slug": slug, "part": "tv", **named}),
        **_around(request, reverse("event", args=[slug])),
    }
    return render(request, "tournaments/tv.html", context)


@require_safe
def club_tv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every event that a club is playing now, one after the other on one screen."""
    club = requested_club(request, slug, for_everyone=True)
    snapshots = _tonight(club, actor_of(request))
    context = panels_context(snapshots) | {
        "club": club,
        "title": club.name,
        "etag": _tag(snapshots),
        "source": reverse("club-tv-part", args=[slug]),
        **_around(request, reverse("club", args=[slug])),
    }
    return render(request, "tournaments/tv.html", context)


@require_safe
def club_tv_part(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The same as it stands now; a 304 while nothing is new."""
    club = requested_club(request, slug, for_everyone=True)
    snapshots = _tonight(club, actor_of(request))
    tag = _tag(snapshots)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = render(request, PANELS, panels_context(snapshots) | {"title": club.name})
    response["ETag"] = tag
    patch_cache_control(response, no_cache=True)
    return response


def panels_context(snapshots: Iterable[StageSnapshot]) -> dict[str, Any]:
    """The panels of these stages, each with the name of its event and who is called there."""
    shown = []
    for snapshot in snapshots:
        bracket, standings = bracket_in(snapshot), standings_in(snapshot)
        called, following = called_and_following(bracket["brackets"])
        shown += [
            {
                "panel": panel,
                "event": snapshot.stage.tournament.name,
                "format": bracket["format"],
                "called": called,
                "following": following,
            }
            for panel in panels_of(bracket["brackets"], standings["rows"])
        ]
    return {"shown": shown}


def _around(request: HttpRequest, page: str) -> dict[str, Any]:
    """The clock, and the code that leads whoever holds a phone up to the page itself."""
    return {"now": timezone.now(), "code": qr_code(request.build_absolute_uri(page))}


def _tonight(club: Club, actor: Actor) -> list[StageSnapshot]:
    running = current_events(actor, club=club).filter(status=TournamentStatus.RUNNING)
    return snapshots_being_played(running[:MOST_EVENTS])


def _tag(snapshots: Iterable[StageSnapshot]) -> str:
    parts = [(snapshot.pk, snapshot.version) for snapshot in snapshots]
    return f'"{sha256(repr((parts, get_language())).encode()).hexdigest()[:32]}"'
