"""What a club shows on its own site: a frame with one thing in it, which keeps itself up to date.

Who may put it into a page is the club's to say (``Content-Security-Policy: frame-ancestors``). A frame
shows what everybody may see, whoever is signed in: the page around it is not ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.models import Rating
from matches.pool_selectors import installation_pool
from matches.selectors import ranked, rating_list
from players.actors import Actor
from players.models import Club
from players.services.embedding import frame_ancestors
from players.views.club_pages import requested_club
from tournaments.selectors import next_events
from tournaments.views.events import (
    BRACKETS,
    bracket_context,
    bracket_part_context,
    etag,
    part_tag,
    snapshot_context,
    snapshot_of_stage,
    standings_context,
)

MOST_RATINGS = 100
MOST_EVENTS = 10


def _best(club: Club) -> list[Rating]:
    listed = rating_list(pool=installation_pool(), club=club.slug)
    return ranked(listed, listed[:MOST_RATINGS])


_OF_EVENT = {"bracket": BRACKETS, "standings": "tournaments/standings/tables.html"}
_OF_CLUB: dict[str, tuple[str, Callable[[Club], dict[str, Any]]]] = {
    "ratings": ("embed/ratings.html", lambda club: {"ratings": _best(club)}),
    "events": (
        "embed/events.html",
        lambda club: {"events": next_events(Actor(), club, MOST_EVENTS)},
    ),
}


def _framed(view: Callable[..., tuple[Club, HttpResponse]]) -> Callable[..., HttpResponse]:
    """A page that the sites of its club, and nobody else, may show within theirs."""

    @wraps(view)
    def framed(*args: Any, **kwargs: Any) -> HttpResponse:
        club, response = view(*args, **kwargs)
        vars(response)["_csp_replace"] = {"frame-ancestors": frame_ancestors(club)}
        return response

    # The older header knows one site or none, and a browser that reads the newer one ignores it.
    return xframe_options_exempt(framed)


@require_safe
@_framed
def event_frame(
    request: HttpRequest, slug: str, what: str, stage: int | None = None
) -> tuple[Club, HttpResponse]:
    """The bracket or the standings of an event."""
    if what not in _OF_EVENT:
        raise Http404
    nobody = Actor()
    snapshot = snapshot_of_stage(request, slug, stage, nobody)
    context = snapshot_context(snapshot, nobody)
    if what == "bracket":
        context |= bracket_context(snapshot) | bracket_part_context(snapshot)
    else:
        context |= standings_context(snapshot)
    event, shown = snapshot.stage.tournament, snapshot.stage.number
    place = {"slug": slug, "stage": shown}
    page = "event" if what == "bracket" else "event-standings"
    context |= {
        "title": event.name,
        "part": render_to_string(_OF_EVENT[what], context),
        "etag": etag(snapshot, part_tag(what, context)),
        "source": reverse("event-live", kwargs=place | {"part": what}),
        "page_address": reverse(page, kwargs=place),
    }
    return event.club, render(request, "embed/frame.html", context)


@require_safe
@_framed
def club_frame(request: HttpRequest, slug: str, what: str) -> tuple[Club, HttpResponse]:
    """The rating list or the coming events of a club."""
    club, part = _club_part(request, slug, what)
    context = {
        "club": club,
        "title": club.name,
        "part": part,
        "etag": _tag(part),
        "source": reverse("embed-club-part", args=[slug, what]),
        "page_address": reverse("ratings" if what == "ratings" else "club", args=[slug]),
    }
    return club, render(request, "embed/frame.html", context)


@require_safe
def club_part(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """What changes of such a frame; a 304 while nothing is new."""
    _club, part = _club_part(request, slug, what)
    response = get_conditional_response(request, etag=_tag(part)) or HttpResponse(part)
    response["ETag"] = _tag(part)
    patch_cache_control(response, no_cache=True)
    return response


def _club_part(request: HttpRequest, slug: str, what: str) -> tuple[Club, str]:
    if what not in _OF_CLUB:
        raise Http404
    club = requested_club(request, slug)
    template, matter = _OF_CLUB[what]
    return club, render_to_string(template, {"club": club} | matter(club))


def _tag(part: str) -> str:
    return f'"{sha256(part.encode()).hexdigest()[:32]}"'
