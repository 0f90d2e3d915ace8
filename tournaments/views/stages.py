"""Further stages of an event: pools into finals, a jackpot beside the main event."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor, actor_of
from tournaments.forms.stages import StageForm
from tournaments.forms.unchanged import as_shown
from tournaments.models import Stage, Tournament
from tournaments.services.stages import append_stage, change_format, let_qualify, remove_stage
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director, stage_for_director
from web.form_errors import attempt, posted


@require_http_methods(["GET", "HEAD", "POST"])
def new_stage(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a stage after the last one."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    form = StageForm(posted(request))
    if attempt(form, lambda: _append(form, event, actor)):
        messages.success(request, _("Stage added."))
        return redirect("event-edit", slug=slug)
    context = event_context(event, actor) | {"form": form, "page": "edit"}
    return render(request, "tournaments/stage_form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def change_stage(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Change a stage; once it is drawn, it can only be looked at."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    changed = stage_for_director(event, stage)
    form = StageForm(posted(request), initial=_initial(changed), drawn=changed.drawn_at is not None)
    if attempt(form, lambda: _change(form, changed, actor)):
        messages.success(request, _("Saved."))
        return redirect("event-edit", slug=slug)
    context = event_context(event, actor) | {"form": form, "stage": changed, "page": "edit"}
    return render(request, "tournaments/stage_form.html", context)


@require_POST
def remove(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Take the last stage off again."""
    actor = actor_of(request)
    remove_stage(
        stage_id=stage_for_director(event_for_director(request, slug, actor), stage).pk, actor=actor
    )
    messages.success(request, _("Stage removed."))
    return redirect("event-edit", slug=slug)


def _initial(stage: Stage) -> dict[str, object]:
    before = stage.before
    qualify = before.settings["qualify"] if before else None
    named = {"name": stage.name, "qualify": qualify}
    return as_shown(StageForm.initial_of_stage(stage) | named)


def _append(form: StageForm, event: Tournament, actor: Actor) -> Stage:
    qualify = form.cleaned_data["qualify"]
    return append_stage(tournament_id=event.pk, plan=form.plan(), qualify=qualify, actor=actor)


@transaction.atomic
def _change(form: StageForm, stage: Stage, actor: Actor) -> Stage:
    earlier = stage.tournament.stages.select_related("tournament").filter(number=stage.number - 1)
    # The first stage has a page of its own, but may be asked for here by its number.
    if before := earlier.first():
        let_qualify(stage_id=before.pk, count=form.cleaned_data["qualify"], actor=actor)
    return change_format(
        stage_id=stage.pk,
        actor=actor,
        format_code=form.chosen_format,
        settings=form.settings,
        name=form.cleaned_data["name"],
    )
