"""The picture that a shared link to an event shows, made once a version."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.actors import actor_of
from tournaments.draws.lengths import lengths_text
from tournaments.models import StageSnapshot, TournamentStatus
from tournaments.publishing.pictures import Preview, picture_of
from tournaments.publishing.snapshot_json import standings_in
from tournaments.publishing.winners import deciding_stage, winners_of
from tournaments.selectors import stages_of
from tournaments.templatetags.brackets import event_line
from tournaments.views.events import etag, snapshot_of_stage, tagged, unchanged

SECONDS = 3600
"""How long a picture is kept; one of an older version is asked for by nobody."""
LINES = 3
"""Winners for whom there is room."""


@require_safe
def event_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """An event at a glance, as PNG."""
    snapshot = snapshot_of_stage(request, slug, 1, actor_of(request), for_everyone=True)
    deciding = _deciding(snapshot)
    tag = f"picture {deciding.stage.number}"
    held = unchanged(request, deciding, tag)
    if held is not None:
        return held
    key = f"picture-{deciding.digest}-{etag(deciding, tag)[1:-1]}"
    picture = cache.get_or_set(key, lambda: picture_of(_preview(deciding)), SECONDS)
    answer = HttpResponse(picture, content_type="image/png")
    return tagged(answer, deciding, tag)


def _deciding(snapshot: StageSnapshot) -> StageSnapshot:
    """What is snapshot of the stage that decides the event; most events have only one."""
    if len(standings_in(snapshot)["stages"]) < 2:
        return snapshot
    return deciding_stage(list(stages_of(snapshot.stage.tournament))).snapshot


def _preview(deciding: StageSnapshot) -> Preview:
    event = deciding.stage.tournament
    line = event_line(event, lengths_text([deciding.stage]))
    return Preview(event.name, event.club.name, (line, *_winner(deciding)))


def _winner(deciding: StageSnapshot) -> tuple[str, ...]:
    """Who has won, once that is known; of several pools, the first of each, as far as there is room."""
    if deciding.stage.tournament.status != TournamentStatus.FINISHED:
        return ()
    first = winners_of(deciding)[:LINES]
    return tuple(_("%(name)s wins.") % {"name": winner.name} for winner in first)
