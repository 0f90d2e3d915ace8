"""What can still be changed while an event is played: each change says what it touches first."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.actors import Actor, actor_of
from tournaments.console.open_matches import open_matches
from tournaments.draws.round_lengths import round_lengths
from tournaments.forms.during_play import DuringPlayForm, StageRounds
from tournaments.models import Tournament
from tournaments.selectors import event_matches
from tournaments.services.events import change_tournament
from tournaments.services.round_lengths import change_round_lengths
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director
from web.form_errors import attempt, posted


@require_http_methods(["GET", "HEAD", "POST"])
def during_play(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be changed and whom it concerns; change it."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    stages = _drawn_stages(event)
    if not stages:
        # Before the draw everything is changed in one place.
        return redirect("event-edit", slug=slug)
    form = DuringPlayForm(
        posted(request), initial=DuringPlayForm.initial_of(event, stages), stages=stages
    )
    if attempt(form, lambda: _change(form, event, actor)):
        messages.success(request, _("Saved."))
        return redirect("event-console", slug=slug)
    context = event_context(event, actor) | {
        "form": form,
        "rounds": list(form.rounds()),
        "touched": open_matches(event_matches(event)),
        "page": "during-play",
    }
    return render(request, "tournaments/during_play.html", context)


@transaction.atomic
def _change(form: DuringPlayForm, event: Tournament, actor: Actor) -> Tournament:
    for stage_id, lengths in form.lengths():
        change_round_lengths(stage_id=stage_id, lengths=lengths, actor=actor)
    return change_tournament(tournament_id=event.pk, actor=actor, **form.changes())


def _drawn_stages(event: Tournament) -> list[StageRounds]:
    drawn = event.stages.filter(drawn_at__isnull=False).select_related("tournament")
    return [
        StageRounds(
            stage,
            round_lengths(stage, list(stage.pairings.select_related("match").order_by("pk"))),
        )
        for stage in drawn.order_by("number")
    ]
