"""The draw: what it will do is said first."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import actor_of
from rules_core.errors import RulesError
from tournaments.draws.played import is_anything_played
from tournaments.draws.previews import preview_of
from tournaments.forms.draws import DrawForm
from tournaments.models import Stage
from tournaments.selectors import entrants_to_draw, not_here
from tournaments.services.draws import draw_stage
from tournaments.services.freshness import show_at_once
from tournaments.services.rounds import pair_next_round, take_back_round
from tournaments.templatetags.brackets import stage_url
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director, stage_for_director
from web.form_errors import attempt, posted
from web.refusals import sentence


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, slug: str, stage: int = 1) -> HttpResponse:
    """Say what will be drawn, then draw it."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    drawn = stage_for_director(event, stage)
    form = DrawForm(posted(request))
    if attempt(form, lambda: draw_stage(stage_id=drawn.pk, actor=actor, **form.cleaned_data)):
        show_at_once(drawn.pk)
        messages.success(request, _("The draw has been made."))
        return redirect(stage_url("event", event, drawn))
    context = event_context(event, actor) | {
        "form": form,
        "stage": drawn,
        "stages": event.stages.order_by("number"),
        "settled": is_anything_played(drawn),
        "preview": preview_of(drawn, entrants_to_draw(drawn)),
        "not_here": not_here(event),
        "page": "draw",
    }
    return render(request, "tournaments/draw.html", context)


@require_POST
def next_round(request: HttpRequest, slug: str, stage: int = 1) -> HttpResponse:
    """Pair the next round of a Swiss."""
    return _round_changed(request, slug, stage, pair_next_round, _("Next round paired."))


@require_POST
def last_round_back(request: HttpRequest, slug: str, stage: int = 1) -> HttpResponse:
    """Undo the pairing of the last round, as long as nothing of it is played."""
    message = _("Last round undone.")
    return _round_changed(request, slug, stage, take_back_round, message)


def _round_changed(
    request: HttpRequest, slug: str, number: int, change: Callable[..., Stage], message: str
) -> HttpResponse:
    """Do it, say what was done or why not, and go back to where the button stood."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    stage = stage_for_director(event, number)
    try:
        change(stage_id=stage.pk, actor=actor)
        messages.success(request, message)
    except RulesError as error:
        messages.error(request, sentence(error))
    show_at_once(stage.pk)
    if request.POST.get("next") == "console":
        return redirect("event-console", slug=slug)
    return redirect(stage_url("event", event, stage))
