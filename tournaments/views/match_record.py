"""What a match record also carries, entered on the match's page: penalties, rulings, the file of the match."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.models import Match
from matches.record_forms import MatchFileForm, PenaltyForm, RulingForm, SideForm
from matches.services import rulings
from matches.services.permissions import may_know_reasons
from matches.services.results import penalise
from matches.services.transcripts import ComparedTranscript, MatchFileRefused, add_transcript
from players.actors import Actor, actor_of
from players.models import Role
from players.services.permissions import require
from rules_core.transcripts import Problem
from tournaments.selectors import visible_matches
from tournaments.views.match_page import is_from_console, match_page
from web.form_errors import attempt
from web.languages import activate_language
from web.refusals import sentence

_MOST_PROBLEMS = 20
"""Of a file that are listed; whoever mends those sees the rest."""


@require_POST
def penalty(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the opponent of a side points."""
    actor, shown = _asked_for(request, pk)
    require(actor, Role.SCORER, shown.club_id)
    form = PenaltyForm(request.POST, match=shown)
    if attempt(form, lambda: penalise(match_id=pk, actor=actor, **form.service_arguments())):
        messages.success(request, _("The penalty is recorded."))
        return redirect("match", pk=pk)
    shown.refresh_from_db()
    return match_page(request, shown, actor, penalty=form)


@require_POST
def ruling(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what was ruled at the board."""
    actor, shown = _asked_for(request, pk)
    require(actor, Role.SCORER, shown.club_id)
    form = RulingForm(request.POST, match=shown)
    if attempt(form, lambda: rulings.rule(match_id=pk, actor=actor, **form.service_arguments())):
        messages.success(request, _("The ruling is recorded."))
        return redirect("match", pk=pk)
    shown.refresh_from_db()
    return match_page(request, shown, actor, ruling=form)


@require_POST
def late(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the points that are due for being late; whether they still are is asked under the lock."""
    return _by_one_tap(
        request, pk, rulings.penalise_lateness, _("The points for being late are recorded.")
    )


@require_POST
def time_out(request: HttpRequest, pk: int) -> HttpResponse:
    """A clock has run out: overtime, or the match is lost."""
    return _by_one_tap(request, pk, rulings.time_out, _("The time-out is recorded."))


@require_POST
def late_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """The points for being late were a mistake."""
    return _by_one_tap(request, pk, rulings.take_back_lateness, _("It is taken back."))


@require_POST
def penalty_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """The penalty was a mistake."""
    return _by_one_tap(request, pk, rulings.take_back_penalty, _("It is taken back."))


@require_POST
def time_out_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """The overtime was a mistake."""
    return _by_one_tap(request, pk, rulings.take_back_overtime, _("It is taken back."))


def _by_one_tap(
    request: HttpRequest, pk: int, service: Callable[..., Match], said: str
) -> HttpResponse:
    """What a button with a player's name on it does, and back to where it stood."""
    actor, shown = _asked_for(request, pk)
    require(actor, Role.SCORER, shown.club_id)
    form = SideForm(request.POST)
    if attempt(form, lambda: service(match_id=pk, actor=actor, **form.service_arguments())):
        messages.success(request, said)
    for refusal in form.non_field_errors():
        messages.error(request, str(refusal))
    if is_from_console(request) and shown.event:
        return redirect("event-console", slug=shown.event)
    return redirect("match", pk=pk)


@require_POST
def file(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a match file: compared with the record, or taken as the record."""
    actor, shown = _asked_for(request, pk)
    if not may_know_reasons(actor, shown):
        require(actor, Role.SCORER, shown.club_id)
    may_take = actor.may(Role.DIRECTOR, shown.club_id)
    form = MatchFileForm(request.POST, request.FILES, match=shown, may_take=may_take)
    further: list[str] = []

    def added() -> ComparedTranscript:
        try:
            return add_transcript(match_id=pk, actor=actor, **form.service_arguments())
        except MatchFileRefused as refusal:
            further.extend(_after_the_first(refusal))
            raise

    if reading := attempt(form, added):
        _tell(request, reading)
        return redirect("match", pk=pk)
    for problem in further:
        form.add_error(None, problem)
    shown.refresh_from_db()
    return match_page(request, shown, actor, file=form)


def _asked_for(request: HttpRequest, pk: int) -> tuple[Actor, Match]:
    actor = actor_of(request)
    shown = get_object_or_404(visible_matches(actor), pk=pk)
    activate_language(request, shown.club.language)
    return actor, shown


def _after_the_first(refusal: MatchFileRefused) -> list[str]:
    """What else is wrong with a file; the first problem is the refusal's own sentence."""
    others = refusal.facts["problems"][1:_MOST_PROBLEMS]
    return [sentence(MatchFileRefused([Problem(**problem)])) for problem in others]


def _tell(request: HttpRequest, reading: ComparedTranscript) -> None:
    if reading.transcript.taken:
        messages.success(request, _("The games of the file are the record now."))
    elif reading.differences:
        messages.warning(request, _("The file is kept. It differs from the record."))
    else:
        messages.success(request, _("The file is kept. It agrees with the record."))
