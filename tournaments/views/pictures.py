"""The picture that a shared link to an event shows, made once a version."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.actors import actor_of
from players.templatetags.barpoint import event_line
from tournaments.models import Publication, TournamentStatus
from tournaments.pictures import Preview, picture_of
from tournaments.views.events import etag, published_stage, standings_of, tagged, unchanged

SECONDS = 3600
"""How long a picture is kept; one of an older version is asked for by nobody."""


@require_safe
def event_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """An event at a glance, as PNG."""
    published = published_stage(request, slug, 1, actor_of(request), to_all=True)
    held = unchanged(request, published, "picture")
    if held is not None:
        return held
    key = f"picture-{etag(published, 'picture')[1:-1]}"
    picture = cache.get_or_set(key, lambda: picture_of(_preview(published)), SECONDS)
    answer = HttpResponse(picture, content_type="image/png")
    return tagged(answer, published, "picture")


def _preview(published: Publication) -> Preview:
    event = published.stage.tournament
    return Preview(event.name, event.club.name, (event_line(event), *_winner(published)))


def _winner(published: Publication) -> tuple[str, ...]:
    """Who has won, once that is known; with several stages, this one does not tell."""
    standings = standings_of(published)
    finished = published.stage.tournament.status == TournamentStatus.FINISHED
    if not finished or not standings["rows"] or len(standings["stages"]) > 1:
        return ()
    return (_("%(name)s wins.") % {"name": standings["rows"][0]["name"]},)
