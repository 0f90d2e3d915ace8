"""The story of an event: a page, a picture to share, and a few sentences for the feed."""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.actors import actor_of
from tournaments.models import Tournament
from tournaments.publishing.pictures import STORY_TITLE, Preview, picture_of
from tournaments.publishing.recorded_games import recorded_matches
from tournaments.publishing.report import event_report
from tournaments.publishing.snapshot_json import standings_in
from tournaments.publishing.story import headlines, story_of
from tournaments.snapshot_selectors import published_stages, published_versions
from tournaments.views.events import etag, snapshot_context, snapshot_of_stage, tagged, unchanged
from tournaments.views.fragment_cache import cached_fragment, fragment_html
from web.themes import theme_of

SECONDS = 3600
"""How long sentences and pictures are kept; those of an older version are asked for by nobody."""
PART = "tournaments/story/part.html"


@require_safe
def story(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Podium, the winner's way, upsets, comebacks, and the numbers of the night."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, None, actor)
    event = snapshot.stage.tournament
    versions = _versions(event)
    tag = f"story {versions}"
    page_tag = f"{tag} {theme_of(request)}"
    held = None if request.user.is_authenticated else unchanged(request, snapshot, page_tag)
    if held is not None:
        return held
    part = cached_fragment(
        snapshot,
        etag(snapshot, tag),
        PART,
        lambda: {"story": story_of(published_stages(event), recorded_matches(event))},
    )
    context = snapshot_context(snapshot, actor) | {
        "page": "story",
        "stages": standings_in(snapshot)["stages"],
        "part": fragment_html(part),
        "sentences": " ".join(told(event, versions)),
    }
    response = render(request, "tournaments/story.html", context)
    return response if request.user.is_authenticated else tagged(response, snapshot, page_tag)


@require_safe
def story_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The same at a glance, as PNG."""
    snapshot = snapshot_of_stage(request, slug, None, actor_of(request), for_everyone=True)
    event = snapshot.stage.tournament
    versions = _versions(event)
    tag = f"story picture {versions}"
    held = unchanged(request, snapshot, tag)
    if held is not None:
        return held
    key = f"story-picture-{etag(snapshot, tag)[1:-1]}"
    picture = cache.get_or_set(key, lambda: picture_of(_preview(event, versions)), SECONDS)
    return tagged(HttpResponse(picture, content_type="image/png"), snapshot, tag)


def told(event: Tournament, versions: str) -> list[str]:
    """The story in a few sentences, made once for what is published of all stages."""
    key = f"story-{event.pk}-{_short(versions)}-{event.show_chances}-{get_language()}"
    sentences: list[str] | None = cache.get(key)
    if sentences is None:
        sentences = headlines(event_report(event))
        cache.set(key, sentences, SECONDS)
    return sentences


def _short(versions: str) -> str:
    """Keys of a cache have a greatest length, events no greatest number of stages."""
    return sha256(versions.encode()).hexdigest()[:32]


def _versions(event: Tournament) -> str:
    return published_versions([event])[event.pk]


def _preview(event: Tournament, versions: str) -> Preview:
    above = _("%(club)s · the story") % {"club": event.club.name}
    return Preview(event.name, above, tuple(told(event, versions)), largest=STORY_TITLE)
