"""The result of a match: entered on its page, and corrected."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.forms import CorrectionForm, ResultForm
from matches.models import Match
from matches.result_text import result_of
from matches.services.corrections import correct_match
from matches.services.results import report_result
from players.actors import actor_of
from players.models import Role
from players.services.permissions import require
from tournaments.selectors import rounds_already_paired_after, visible_matches
from tournaments.services.corrections import DownstreamPlayed
from tournaments.views.console import back_to_console
from tournaments.views.match_page import is_from_console, match_page
from web.form_errors import attempt, posted
from web.languages import activate_language


@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match; enter its result."""
    actor = actor_of(request)
    shown = get_object_or_404(visible_matches(actor), pk=pk)
    activate_language(request, shown.club.language)
    form = ResultForm(posted(request), match=shown, initial=_proposed_ending(request))
    if request.method == "POST":
        require(actor, Role.SCORER, shown.club_id)
        if attempt(
            form,
            lambda: report_result(match_id=shown.pk, actor=actor, **form.service_arguments()),
        ):
            return _after_result(request, shown)
        shown.refresh_from_db()
    return match_page(request, shown, actor, result=form)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Put right what was entered wrong; what would be lost by it is listed first."""
    actor = actor_of(request)
    shown = get_object_or_404(visible_matches(actor), pk=pk)
    activate_language(request, shown.club.language)
    require(actor, Role.SCORER, shown.club_id)
    form = CorrectionForm(posted(request), match=shown)
    voided: list[dict[str, Any]] = []

    def corrected() -> Match:
        try:
            return correct_match(match_id=pk, actor=actor, **form.correction())
        except DownstreamPlayed as refusal:
            voided.extend(refusal.facts["voided"])
            form.ask_about_later_results(can_swap=refusal.facts["can_swap"])
            raise

    if attempt(form, corrected):
        _tell_what_stands(request, shown)
        return _after_result(request, shown)
    if form.is_bound:
        form.point_at("later" if voided else None)
    context = {
        "match": shown,
        "club": shown.club,
        "form": form,
        "from_console": is_from_console(request),
        "voided": voided,
        "standing": rounds_already_paired_after(shown),
    }
    return render(request, "tournaments/correction.html", context)


def _tell_what_stands(request: HttpRequest, match: Match) -> None:
    """In a Swiss, what is paired already was paired by the old result, and stays."""
    if rounds := rounds_already_paired_after(match):
        text = ngettext(
            "Round %(rounds)s was paired before this correction and stays as it is.",
            "Rounds %(rounds)s were paired before this correction and stay as they are.",
            len(rounds),
        )
        messages.warning(request, text % {"rounds": ", ".join(map(str, rounds))})


def _after_result(request: HttpRequest, match: Match) -> HttpResponse:
    """Back to where one came from, which shows the result already."""
    match.refresh_from_db()
    from_console = is_from_console(request)
    undo = reverse("match-reopen", args=[match.pk]) if match.event and from_console else ""
    messages.success(request, result_of(match), extra_tags=undo)
    back = back_to_console(match)
    if match.event and not from_console:
        return redirect("event", slug=match.event)
    return back


def _proposed_ending(request: HttpRequest) -> dict[str, str]:
    """The ending a link proposes, as the console's key for a walkover does; it only fills in the form."""
    proposed = request.GET.get("ended_by", "")
    return {"ended_by": proposed} if proposed and proposed in dict(ResultForm.WITHOUT_SCORE) else {}
