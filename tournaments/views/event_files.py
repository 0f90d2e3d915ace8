"""A whole event to take away, and one that was brought along."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import Actor, actor_of
from players.models import Club
from players.views.club_pages import club_for_director
from tournaments.event_files.writing import event_file
from tournaments.forms.event_files import EventFileForm
from tournaments.models import Tournament
from tournaments.services.event_import import import_event
from tournaments.views.setup import event_for_director
from web.form_errors import attempt, posted


@require_safe
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about an event as one file. It has the secret seed, so directors only."""
    event = event_for_director(request, slug, actor_of(request))
    return JsonResponse(
        event_file(event),
        headers={"Content-Disposition": f'attachment; filename="{slug}.json"'},
        json_dumps_params={"ensure_ascii": False},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Import an event from a file."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = EventFileForm(posted(request), request.FILES or None)
    event = attempt(form, lambda: _imported(form, club, actor))
    if event:
        messages.success(request, _("%(name)s imported.") % {"name": event.name})
        return redirect("event", slug=event.slug)
    return render(request, "tournaments/event_import.html", {"club": club, "form": form})


def _imported(form: EventFileForm, club: Club, actor: Actor) -> Tournament:
    return import_event(club_id=club.pk, content=form.cleaned_data["file"].read(), actor=actor)
