"""A director parts those whom nothing else parts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.actors import Actor, actor_of
from tournaments.forms.by_hand import ByHandForm
from tournaments.models import Stage
from tournaments.publishing.standings import standings_of
from tournaments.publishing.standings.ties import ties_by_hand
from tournaments.selectors import stage_pairings
from tournaments.services.freshness import show_at_once
from tournaments.services.tie_placement import place_by_hand
from tournaments.templatetags.brackets import stage_url
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director, stage_for_director
from web.form_errors import attempt, posted


@require_http_methods(["GET", "HEAD", "POST"])
def by_hand(request: HttpRequest, slug: str, stage: int = 1) -> HttpResponse:
    """Place those who are level, as the standings are now."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    placed = stage_for_director(event, stage)
    rows = standings_of(placed, list(stage_pairings(placed)))
    form = ByHandForm(posted(request), stage=placed, ties=ties_by_hand(rows))
    if form.ties and _is_placed(form, placed, actor):
        show_at_once(placed.pk)
        messages.success(request, _("Saved."))
        return redirect(stage_url("event-standings", event, placed))
    context = event_context(event, actor) | {"form": form, "stage": placed, "page": "standings"}
    return render(request, "tournaments/by_hand.html", context)


def _is_placed(form: ByHandForm, stage: Stage, actor: Actor) -> bool:
    placed = attempt(
        form, lambda: place_by_hand(stage_id=stage.pk, entries=form.order(), actor=actor)
    )
    return placed is not None
