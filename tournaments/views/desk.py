"""The entry desk: type a name, press Enter, next please."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor, actor_of
from rules_core.errors import RulesError
from tournaments.draws.entry_list import entry_list_of
from tournaments.forms.desk import DeskForm, SeedForm
from tournaments.models import EntryStatus, Tournament
from tournaments.selectors import earlier_events, entry_candidates, entry_list, unpaid
from tournaments.services.attendance import (
    check_in,
    check_in_many,
    check_out,
    reinstate,
    withdraw,
)
from tournaments.services.entries import MAX_ENTRIES, enter_players, give_seed, remove_entry
from tournaments.services.freshness import show_at_once
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director
from web.form_errors import attempt, posted
from web.refusals import sentence, sentences

OFFERED = 8
EARLIER = 30
REFUSALS = (
    "already_entered",
    "event_full",
    "list_closed",
    "name_missing",
    "no_free_bye",
    "no_round_left",
    "permission_denied",
    "player_merged",
    "too_busy",
)
"""What a name sent in the background may be refused for."""


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter players one after another."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    form = DeskForm(posted(request), event=event)
    if form.is_valid() and (newcomer := form.newcomer):
        entered = attempt(
            form, lambda: enter_players(tournament_id=event.pk, newcomers=[newcomer], actor=actor)
        )
        if entered:
            (entry,) = entered
            messages.success(request, _("%(name)s added.") % {"name": entry.player.name})
            return redirect("event-desk", slug=slug)
    return _page(request, event, form, actor)


def _page(request: HttpRequest, event: Tournament, form: DeskForm, actor: Actor) -> HttpResponse:
    context = _list_context(event, actor) | {
        "form": form,
        "offered": form.offered,
        "earlier": earlier_events(event)[:EARLIER],
        "refusals": sentences(REFUSALS),
    }
    return render(request, "tournaments/desk.html", context)


def _list_context(event: Tournament, actor: Actor) -> dict[str, Any]:
    """Everybody on the list, and what can be done with them."""
    entries = list(entry_list(event))
    return event_context(event, actor) | {
        "entries": entries,
        "takes_fees": bool(event.entry_fee),
        "unpaid": unpaid(entries),
        "missing": sum(entry.status == EntryStatus.ENTERED for entry in entries),
        "list": entry_list_of(list(event.stages.order_by("number"))),
        "page": "desk",
    }


@require_safe
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """Players offered while a name is being typed."""
    event = event_for_director(request, slug, actor_of(request))
    text = request.GET.get("who", "").strip()
    offered = entry_candidates(event, text)[:OFFERED] if text else []
    return render(
        request,
        "tournaments/desk/candidates.html",
        {"event": event, "offered": offered, "who": text},
    )


@require_POST
def attend(request: HttpRequest, slug: str, pk: int, action: str) -> HttpResponse:
    """Somebody is here, leaves, comes back, or was never meant to be on the list."""
    if action not in ACTIONS:
        raise Http404
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    entry = get_object_or_404(entry_list(event), pk=pk)
    name = entry.player.name
    act, words = ACTIONS[action]
    refused = ""
    try:
        act(entry_id=entry.pk, actor=actor)
    except RulesError as error:
        refused = sentence(error)
    message = refused or str(words) % {"name": name}
    show_drawn_stages_at_once(event)
    if request.headers.get("HX-Request") and action != "off":
        # That somebody is here is said by the line itself.
        shown = "" if action in ("here", "not-here") and not refused else message
        return _line(request, event, actor, pk, {"message": shown, "refused": refused})
    messages.add_message(request, messages.ERROR if refused else messages.SUCCESS, message)
    return redirect(place_at_desk(event, pk))


@require_POST
def all_here(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody on the list is here."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    check_in_many(tournament_id=event.pk, actor=actor)
    messages.success(request, _("Everybody is here."))
    return redirect("event-desk", slug=slug)


@require_safe
def lines(request: HttpRequest, slug: str) -> HttpResponse:
    """The list as it stands now, for a page that has just added to it."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    return render(request, "tournaments/desk/list.html", _list_context(event, actor))


def _line(
    request: HttpRequest, event: Tournament, actor: Actor, pk: int, extra: dict[str, str]
) -> HttpResponse:
    """One entrant as they stand now, for the place where the button was: nobody scrolls back."""
    context = _list_context(event, actor) | extra | {"in_place": True}
    context["entry"] = next(entry for entry in context["entries"] if entry.pk == pk)
    return render(request, "tournaments/desk/changed_line.html", context)


def place_at_desk(event: Tournament, pk: int) -> str:
    """The line of an entrant at the entry desk."""
    return reverse("event-desk", kwargs={"slug": event.slug}) + f"#entry-{pk}"


def show_drawn_stages_at_once(event: Tournament) -> None:
    """Have the next page show what was just done."""
    for stage in event.stages.filter(drawn_at__isnull=False):
        show_at_once(stage.pk)


@require_POST
def seed(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody is seeded by hand."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    entry = get_object_or_404(entry_list(event).select_related("tournament"), pk=pk)
    form = SeedForm(request.POST)
    try:
        if form.is_valid():
            give_seed(entry_id=entry.pk, seed=form.cleaned_data["seed"], actor=actor)
        else:
            most = {"most": MAX_ENTRIES}
            messages.error(request, _("A seed is a number from 1 to %(most)d.") % most)
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect(reverse("event-desk", kwargs={"slug": slug}) + f"#seed-{pk}")


ACTIONS: dict[str, tuple[Callable[..., object], Promise]] = {
    "off": (remove_entry, _lazy("%(name)s removed from the list.")),
    "here": (check_in, _lazy("%(name)s is here.")),
    "not-here": (check_out, _lazy("%(name)s is not here.")),
    "withdraw": (
        withdraw,
        _lazy("%(name)s has withdrawn. Opponents get a walkover in the remaining matches."),
    ),
    "back": (reinstate, _lazy("%(name)s is back in.")),
}
"""What can be done with an entrant at the desk, and what is said then."""
