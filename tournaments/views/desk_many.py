"""Many entrants at once: pasted, from a file or from an earlier event; all seen before anything is made."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from players.actors import Actor, actor_of
from tournaments.forms.many_entries import ManyForm
from tournaments.models import Tournament
from tournaments.services.entries import enter_players
from tournaments.views.desk import show_drawn_stages_at_once
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director
from web.form_errors import attempt


@require_POST
def many(request: HttpRequest, slug: str) -> HttpResponse:
    """Say who is meant by each line; once that is answered, enter them, all or nobody."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    form = ManyForm(request.POST, request.FILES, event=event)
    if not form.is_valid():
        for error in (error for errors in form.errors.values() for error in errors):
            messages.error(request, str(error))
        return redirect("event-desk", slug=slug)
    if form.cleaned_data["confirmed"] and not any(line.is_open for line in form.reviewed):
        count = _entered(form, event, actor)
        if count is not None:
            said = ngettext("%(n)d player added.", "%(n)d players added.", count) % {"n": count}
            messages.success(request, said if count else _("Nobody was added."))
            show_drawn_stages_at_once(event)
            return redirect("event-desk", slug=slug)
    context = event_context(event, actor) | {
        "form": form,
        "lines": form.reviewed,
        "known": sum(line.proposed.kind == "known" for line in form.reviewed),
        "new": sum(line.proposed.kind == "new" for line in form.reviewed),
        "questions": sum(line.proposed.is_question for line in form.reviewed),
        "first_question": next((line for line in form.reviewed if line.is_open), None),
        "page": "desk",
    }
    return render(request, "tournaments/desk_many.html", context)


def _entered(form: ManyForm, event: Tournament, actor: Actor) -> int | None:
    """How many were entered; none if that was refused, which the form shows."""
    if not form.newcomers:
        return 0
    entered = attempt(
        form,
        lambda: enter_players(tournament_id=event.pk, newcomers=form.newcomers, actor=actor),
    )
    return None if entered is None else len(entered)
