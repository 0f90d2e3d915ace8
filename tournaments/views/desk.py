"""The entry desk: type a name, press Enter, next please."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.selectors import ratings_of
from players.actors import Actor, actor_of
from players.models import Player
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from tournaments.draws.entry_list import entry_list_of
from tournaments.forms.desk import DeskForm, SeedForm
from tournaments.models import OUT, Entry, EntryStatus, Stage, Tournament
from tournaments.selectors import (
    earlier_events,
    entry_candidates,
    entry_list,
    last_entered_at_the_desk,
)
from tournaments.services.attendance import (
    check_in,
    check_in_many,
    check_out,
    reinstate,
    withdraw,
)
from tournaments.services.entries import (
    MAX_ENTRIES,
    enter_players,
    give_seed,
    remove_entry,
    take_back_entry,
)
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
        "offered": _rated(form.offered),
        "earlier": earlier_events(event)[:EARLIER],
        "refusals": sentences(REFUSALS),
    }
    return render(request, "tournaments/desk.html", context)


def _list_context(event: Tournament, actor: Actor) -> dict[str, Any]:
    """Everybody on the list, and what can be done with them."""
    entries = list(entry_list(event))
    ratings = ratings_of([entry.player_id for entry in entries])
    for entry in entries:
        vars(entry)["rating"] = ratings.get(entry.player_id)
    stages = list(event.stages.order_by("number"))
    on_list = entry_list_of(stages)
    return (
        event_context(event, actor)
        | _to_do(event, entries)
        | {
            "entries": entries,
            "list": on_list,
            "is_odd": _leaves_one_over(on_list.next_draw, entries),
            "last_entered": None if on_list.drawn else last_entered_at_the_desk(event),
            "page": "desk",
        }
    )


def _to_do(event: Tournament, entries: Sequence[Entry]) -> dict[str, Any]:
    """Who has not come, who has not paid, and what is in the till."""
    playing = [entry for entry in entries if entry.status not in OUT]
    to_come = [entry for entry in playing if entry.status == EntryStatus.ENTERED]
    to_pay = [entry for entry in playing if not entry.paid]
    paid = sum(entry.paid for entry in entries)
    return {
        "playing": len(playing),
        "still_to_come": to_come,
        "missing": len(to_come),
        "takes_fees": bool(event.entry_fee),
        "still_to_pay": to_pay,
        "unpaid": len(to_pay),
        "till": paid * (event.entry_fee or 0),
    }


def _leaves_one_over(stage: Stage | None, entries: Sequence[Entry]) -> bool:
    """Whether somebody has no opponent in each round, which one more entrant would change."""
    in_rounds = {Format.SWISS, Format.SWISS_LIVES, Format.ROUND_ROBIN}
    playing = sum(entry.status not in OUT for entry in entries)
    return stage is not None and Format(stage.format) in in_rounds and playing % 2 == 1


def _rated(players: list[Player]) -> list[Player]:
    """The same players, with their ratings to tell namesakes apart."""
    ratings = ratings_of([player.pk for player in players])
    for player in players:
        vars(player)["rating"] = ratings.get(player.pk)
    return players


@require_safe
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """Players offered while a name is being typed."""
    event = event_for_director(request, slug, actor_of(request))
    text = request.GET.get("who", "").strip()
    offered = _rated(list(entry_candidates(event, text)[:OFFERED])) if text else []
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
    if request.headers.get("HX-Request") and action not in REMOVING:
        # That somebody is here is said by the line itself.
        shown = "" if action in ("here", "not-here") and not refused else message
        return changed_line(request, event, actor, pk, message=shown, refused=refused)
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
    return render(request, "tournaments/desk/lines.html", _list_context(event, actor))


def changed_line(
    request: HttpRequest,
    event: Tournament,
    actor: Actor,
    pk: int,
    *,
    message: str = "",
    refused: str = "",
) -> HttpResponse:
    """One entrant as they stand now, for the place where the button was: nobody scrolls back."""
    context = _list_context(event, actor)
    context |= {"in_place": True, "message": message, "refused": refused}
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
    "take-back": (take_back_entry, _lazy("%(name)s removed from the list.")),
    "here": (check_in, _lazy("%(name)s is here.")),
    "not-here": (check_out, _lazy("%(name)s is not here.")),
    "withdraw": (
        withdraw,
        _lazy("%(name)s has withdrawn. Opponents get a walkover in the remaining matches."),
    ),
    "back": (reinstate, _lazy("%(name)s is back in.")),
}
"""What can be done with an entrant at the desk, and what is said then."""
REMOVING = ("off", "take-back")
"""What leaves no line behind to show."""
