"""A match's page: where it stands, what a result would change, and the form to enter it."""

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
from matches.result_text import LedgerLine, ledger_with_results, result_of
from matches.rules_in_words import rule_names
from matches.selectors import ledger_of
from matches.services.corrections import correct_match
from matches.services.permissions import may_know_reasons
from matches.services.results import report_result
from matches.winning_chances import match_chances
from players.actors import Actor, actor_of
from players.models import Role
from players.services.permissions import require
from tournaments.models import Pairing
from tournaments.publishing.round_names import named_round
from tournaments.selectors import (
    last_round,
    pairing_of,
    pairings_after,
    rating_difference_of,
    rounds_already_paired_after,
    visible_matches,
)
from tournaments.services.corrections import DownstreamPlayed
from tournaments.views.console import back_to_console
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
    return _page(request, shown, form, actor)


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
            form.offer_later_results(can_swap=refusal.facts["can_swap"])
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
        "from_console": _is_from_console(request),
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
    from_console = _is_from_console(request)
    undo = reverse("match-reopen", args=[match.pk]) if match.event and from_console else ""
    messages.success(request, result_of(match), extra_tags=undo)
    back = back_to_console(match)
    if match.event and not from_console:
        return redirect("event", slug=match.event)
    return back


def _is_from_console(request: HttpRequest) -> bool:
    """Whether one came from the console, and so goes back there, however often a form is refused."""
    return "console" in {request.GET.get("next"), request.POST.get("next")}


def _proposed_ending(request: HttpRequest) -> dict[str, str]:
    """The ending a link proposes, as the console's key for a walkover does; it only fills in the form."""
    proposed = request.GET.get("ended_by", "")
    return {"ended_by": proposed} if proposed and proposed in dict(ResultForm.WITHOUT_SCORE) else {}


def _page(request: HttpRequest, match: Match, form: ResultForm, actor: Actor) -> HttpResponse:
    pairing = pairing_of(match)
    difference = rating_difference_of(match)
    if form.is_bound or "ended_by" in form.initial:
        form.point_at()
    return render(
        request,
        "tournaments/match.html",
        {
            "match": match,
            "rule_names": rule_names(match.match_rules),
            "club": match.club,
            "event": pairing.stage.tournament if pairing else None,
            "pairing": pairing,
            "chances": None if difference is None else match_chances(match, difference),
            "round": named_round(pairing, last_round(pairing)) if pairing else "",
            "after": _after(pairing) if pairing and not match.is_over else {},
            "form": form,
            "from_console": _is_from_console(request),
            "may_score": actor.may(Role.SCORER, match.club_id),
            "ledger": _ledger(match, actor),
            "may_know_reasons": may_know_reasons(actor, match),
        },
        status=409 if form.is_bound and form.errors else 200,
    )


def _ledger(match: Match, actor: Actor) -> list[LedgerLine]:
    """What was said about it, for members of the club: the score is what one comes to look up."""
    if not actor.may(Role.READER, match.club_id):
        return []
    return list(ledger_with_results(match, ledger_of(match)))


def _after(pairing: Pairing) -> dict[str, object]:
    """What a result will change: where each side goes and whom it meets there."""
    return {
        outcome: {"pairing": after, "opponent": after.a or after.b, "last": last_round(after)}
        for outcome, after in pairings_after(pairing).items()
    }
