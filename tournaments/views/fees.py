"""Marking entrants as paid, from the entry desk or the list of entrants."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players.actors import actor_of
from players.models import Role
from tournaments.selectors import entry_list, unpaid
from tournaments.services.fees import mark_paid
from tournaments.views.console import event_for_scorer
from tournaments.views.desk import changed_line

PAGES = {"desk": "event-desk", "entrants": "event-entrants"}
"""Where the button stands, and so where one comes back to."""


@require_POST
def paid(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody has paid, or it was a mistake; the same button again takes it back."""
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor)
    entry = get_object_or_404(entry_list(event), pk=pk)
    entry = mark_paid(entry_id=entry.pk, actor=actor, paid=request.POST.get("paid") == "yes")
    page = request.POST.get("page", "")
    if (
        request.headers.get("HX-Request")
        and page == "desk"
        and actor.may(Role.DIRECTOR, event.club_id)
    ):
        return changed_line(request, event, actor, pk)
    if request.headers.get("HX-Request"):
        context = {"event": event, "entry": entry, "page": page, "swapped": True}
        context["unpaid"] = unpaid(entry_list(event))
        return render(request, "tournaments/entry_paid.html", context)
    message = _("%(name)s has paid.") if entry.paid else _("%(name)s has not paid.")
    messages.success(request, message % {"name": entry.player.name})
    place = reverse(PAGES.get(page, "event-entrants"), kwargs={"slug": slug})
    return redirect(f"{place}#paid-{pk}")
