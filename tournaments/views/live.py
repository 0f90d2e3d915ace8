"""The parts of a page that change while one looks."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from api.looks import for_everybody
from players.actors import actor_of
from tournaments.models import StageSnapshot
from tournaments.views.events import (
    BRACKETS,
    bracket_part_context,
    etag,
    part_tag,
    snapshot_context,
    snapshot_of_stage,
    standings_context,
    tagged,
    unchanged,
)
from tournaments.views.fragment_cache import cached_fragment, fragment_response
from tournaments.views.screens import PANELS, panels_context

PARTS = {
    "bracket": BRACKETS,
    "standings": "tournaments/standings/tables.html",
    "tv": PANELS,
}


@require_safe
def live(request: HttpRequest, slug: str, part: str, stage: int | None = None) -> HttpResponseBase:
    """One part as it stands now; a 304 for whoever has it already.

    A page stays with its stage, the screen on the wall goes on to the next one.
    """
    if part not in PARTS:
        raise Http404
    actor = actor_of(request)
    for_everyone = part == "tv"
    number = stage if stage or for_everyone else 1
    snapshot = snapshot_of_stage(request, slug, number, actor, for_everyone=for_everyone)
    context = snapshot_context(snapshot, actor)
    tag = part_tag(part, context)
    held = unchanged(request, snapshot, tag, snapshot.source)
    if held is not None:
        return held
    packed = cached_fragment(
        snapshot, etag(snapshot, tag), PARTS[part], lambda: context | _matter(part, snapshot)
    )
    return for_everybody(tagged(fragment_response(request, packed), snapshot, tag))


def _matter(part: str, snapshot: StageSnapshot) -> dict[str, Any]:
    match part:
        case "bracket":
            return bracket_part_context(snapshot)
        case "standings":
            return standings_context(snapshot)
        case _:
            return panels_context([snapshot]) | {"title": snapshot.stage.tournament.name}
