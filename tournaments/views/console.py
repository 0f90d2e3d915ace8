"""The director's console: one screen for the overview, every action one or two steps away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.forms import CallForm
from matches.models import Match
from matches.result_text import result_of
from matches.selectors import decided_by_absence
from matches.services.calling import call_match, start_match, take_back_call
from matches.services.corrections import reopen_match
from matches.services.reports import confirm_result
from players.actors import Actor, actor_of
from players.models import Role
from players.services.permissions import require
from rules_core.errors import RulesError
from rules_core.match import MatchEnd
from rules_core.sides import Side
from tournaments.console.next_steps import next_steps
from tournaments.console.overview import Overview, overview_of
from tournaments.console.remaining_matches import forecast_of
from tournaments.console.timeline import timeline_of
from tournaments.draws.format_assistant import MINUTES_A_POINT
from tournaments.models import Tournament
from tournaments.publishing.round_names import named_round
from tournaments.publishing.round_progress import round_progress
from tournaments.selectors import (
    event_matches,
    pairing_of,
    pairings_awaiting_opponent,
    pairings_to_play,
    rounds_already_paired_after,
    visible_matches,
)
from tournaments.services.calling_all import call_all, take_back_calls
from tournaments.services.freshness import show_at_once
from tournaments.views.events import event_context, visible_event
from web.languages import activate_language
from web.refusals import sentence

MOST_CALLS = 500
"""As many tables as an event can have."""

Action = Callable[[Match, Actor], str]
"""Does something with a match and says what was done."""


@require_safe
def console(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what needs the director now."""
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor)
    context = event_context(event, actor) | _in_full(event, _state(event))
    return render(request, "tournaments/console.html", context | {"page": "console"})


@require_safe
def console_part(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The console's changing part; a 304 while nothing is new."""
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor)
    state = _state(event)
    held = get_conditional_response(request, etag=state["etag"])
    if held is not None:
        return held
    context = event_context(event, actor) | _in_full(event, state)
    response = render(request, "tournaments/console/overview.html", context)
    response["ETag"] = state["etag"]
    return response


def event_for_scorer(
    request: HttpRequest, slug: str, actor: Actor, *, for_everyone: bool = False
) -> Tournament:
    """The event, if the actor may enter its results."""
    event = visible_event(request, slug, actor, for_everyone=for_everyone)
    require(actor, Role.SCORER, event.club_id)
    return event


def _state(event: Tournament) -> dict[str, Any]:
    now = timezone.now()
    matches, steps = list(event_matches(event)), next_steps(event)
    seen = [(match.pk, match.version) for match in matches]
    following = [(step.step, step.stage.pk, step.stage.name) for step in steps]
    parts = (seen, following, now.strftime("%H:%M"), get_language(), event.tables)
    return {
        "now": now,
        "matches": matches,
        "steps": steps,
        "waiting": pairings_awaiting_opponent(event),
        "etag": f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"',
    }


def _in_full(event: Tournament, state: dict[str, Any]) -> dict[str, Any]:
    """The state with all that is made of it, for whoever does not have it yet."""
    matches, now = state["matches"], state["now"]
    overview = overview_of(matches, event.tables, now, by_absence=_decided_by_absence(matches))
    found = _forecast(event, state)
    pace = found["forecast"].minutes_a_point if found["forecast"] else MINUTES_A_POINT
    return (
        state
        | found
        | {
            "overview": overview,
            "undo": _undo(overview),
            "rounds": _round_names(event),
            "progress": round_progress(event),
            "timeline": timeline_of(matches, now, pace),
        }
    )


def _round_names(event: Tournament) -> dict[int, str]:
    """What is played in each match that is not over: its round, and its bracket if not the main one."""
    return {
        pairing.match_id: named_round(pairing, vars(pairing)["last"])
        for pairing in pairings_to_play(event)
        if pairing.match_id
    }


def _undo(overview: Overview) -> dict[str, Any] | None:
    """The result that can be taken back; none once a further round was paired by it."""
    last = overview.last_finished
    if last is None or rounds_already_paired_after(last):
        return None
    return {"match": last, "result": result_of(last)}


def _decided_by_absence(matches: Iterable[Match]) -> set[int]:
    """Walkovers that follow from somebody's leaving: those are undone at the entry desk."""
    unplayed = (MatchEnd.WALKOVER, MatchEnd.DOUBLE_FORFEIT)
    return decided_by_absence([match.pk for match in matches if match.ended_by in unplayed])


def _forecast(event: Tournament, state: dict[str, Any]) -> dict[str, Any]:
    """The time at which the evening ends, if that can be told."""
    found = forecast_of(event, state["matches"], state["now"])
    has_started = any(match.called_at or match.is_over for match in state["matches"])
    # A draw made in the afternoon is played in the evening.
    since = state["now"] if has_started else max(state["now"], event.starts_at)
    if found is None:
        return {"forecast": None, "ends": None}
    return {"forecast": found, "ends": found.ends(since), "between": found.ends_between(since)}


@require_POST
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a match to a table."""
    form = CallForm(request.POST)
    # A number that makes no sense is as good as none: the service names the range.
    table = form.cleaned_data["table"] if form.is_valid() else 0

    def action(match: Match, actor: Actor) -> str:
        call_match(match_id=match.pk, actor=actor, table=table)
        where = _("table %(table)s") % {"table": table} if table else _("a table")
        return _("%(match)s: called to %(where)s.") % {"match": match, "where": where}

    return _done(request, pk, action, undo="match-uncall")


@require_POST
def call_everybody(request: HttpRequest, slug: str) -> HttpResponse:
    """Call all who can sit down."""
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor)
    called = call_all(tournament_id=event.pk, actor=actor)
    text = ngettext("%(n)s match called.", "%(n)s matches called.", len(called))
    named = ",".join(str(match.pk) for match in called)
    undo = f"{reverse('event-uncall', args=[slug])}?matches={named}" if called else ""
    messages.success(request, text % {"n": len(called)}, extra_tags=undo)
    return _shown_at_once(event)


@require_POST
def uncall_several(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the calls that were made at once."""
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor)
    named = request.GET.get("matches", "").split(",")[:MOST_CALLS]
    # No match has a number as long as that.
    numbers = {int(number) for number in named if number.isdecimal() and len(number) < 19}
    done = take_back_calls(tournament_id=event.pk, match_ids=numbers, actor=actor)
    text = ngettext("%(n)s call undone.", "%(n)s calls undone.", len(done))
    messages.success(request, text % {"n": len(done)})
    return _shown_at_once(event)


def _shown_at_once(event: Tournament) -> HttpResponse:
    """Back to the console; what is public is made again first."""
    for stage in event.stages.filter(drawn_at__isnull=False):
        show_at_once(stage.pk)
    return redirect("event-console", slug=event.slug)


@require_POST
def uncall(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a call back."""

    def action(match: Match, actor: Actor) -> str:
        take_back_call(match_id=match.pk, actor=actor)
        return _("%(match)s: call undone.") % {"match": match}

    return _done(request, pk, action)


@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that they have begun."""

    def action(match: Match, actor: Actor) -> str:
        start_match(match_id=match.pk, actor=actor)
        return _("%(match)s: started.") % {"match": match}

    return _done(request, pk, action)


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a report count; of two, the one of the side named."""
    side = request.POST.get("side")

    def action(match: Match, actor: Actor) -> str:
        named = Side(side) if side in list(Side) else None
        done = confirm_result(match_id=match.pk, actor=actor, side=named)
        return result_of(done)

    return _done(request, pk, action, undo="match-reopen")


@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a result back, as long as nothing rests on it."""

    def action(match: Match, actor: Actor) -> str:
        reopen_match(match_id=match.pk, actor=actor, reason=_("Undone at the console."))
        return _("%(match)s: result undone.") % {"match": match}

    return _done(request, pk, action)


def _done(request: HttpRequest, pk: int, action: Action, *, undo: str = "") -> HttpResponse:
    """Do it, say what was done or why not, and go back to the console.

    ``undo`` names the address that takes it back: the notice has a button for it.
    """
    actor = actor_of(request)
    match = get_object_or_404(visible_matches(actor), pk=pk)
    activate_language(request, match.club.language)
    require(actor, Role.SCORER, match.club_id)
    try:
        address = reverse(undo, args=[match.pk]) if undo and match.event else ""
        messages.success(request, action(match, actor), extra_tags=address)
    except RulesError as error:
        messages.error(request, sentence(error))
    return back_to_console(match)


def back_to_console(match: Match) -> HttpResponse:
    """The console of a match's event, or the match itself; what is public is made anew first."""
    pairing = pairing_of(match)
    if pairing is None:
        return redirect("match", pk=match.pk)
    show_at_once(pairing.stage_id)
    return redirect("event-console", slug=match.event)
