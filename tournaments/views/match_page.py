"""What a match's page shows: the score and how it came about, the rules, what follows, its file and its history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.file_comparison import compared
from matches.forms import ResultForm
from matches.lateness import lateness_of
from matches.models import Match, MatchStatus
from matches.record_forms import MatchFileForm, PenaltyForm, RulingForm
from matches.result_text import LedgerLine, ledger_with_results
from matches.rules_in_words import rule_names, rules_in_words
from matches.score_sheet import name_of, score_sheet
from matches.selectors import had_overtime, has_transcript, ledger_of, transcript_of
from matches.services.permissions import may_know_reasons
from matches.winning_chances import match_chances
from players.actors import Actor
from players.models import Role
from rules_core.sides import Side
from tournaments.models import Pairing
from tournaments.publishing.round_names import named_round
from tournaments.selectors import last_round, pairing_of, pairings_after, rating_difference_of


def match_page(
    request: HttpRequest,
    match: Match,
    actor: Actor,
    *,
    result: ResultForm | None = None,
    penalty: PenaltyForm | None = None,
    ruling: RulingForm | None = None,
    file: MatchFileForm | None = None,
) -> HttpResponse:
    """The page, with what was refused in the form that asked for it."""
    refused = any(form is not None and form.errors for form in (result, penalty, ruling, file))
    form = result or ResultForm(match=match)
    if form.is_bound or "ended_by" in form.initial:
        form.point_at()
    context = {
        "match": match,
        "club": match.club,
        "form": form,
        "may_score": actor.may(Role.SCORER, match.club_id),
        "may_know_reasons": may_know_reasons(actor, match),
        "pads_open": not match.event and not match.is_over and may_know_reasons(actor, match),
        "from_console": is_from_console(request),
        **_about_pairing(match),
        **_about_record(match, actor, penalty),
        **_about_rulings(match, actor, ruling),
        **_about_file(match, actor, file),
    }
    return render(request, "tournaments/match.html", context, status=409 if refused else 200)


def is_from_console(request: HttpRequest) -> bool:
    """Whether one came from the console, and so goes back there, however often a form is refused."""
    return "console" in {request.GET.get("next"), request.POST.get("next")}


def _about_pairing(match: Match) -> dict[str, Any]:
    """Where in an event it is played, and what a result will change there."""
    pairing = pairing_of(match)
    difference = rating_difference_of(match)
    return {
        "event": pairing.stage.tournament if pairing else None,
        "pairing": pairing,
        "round": named_round(pairing, last_round(pairing)) if pairing else "",
        "chances": None if difference is None else match_chances(match, difference),
        "after": _after(pairing) if pairing and not match.is_over else {},
    }


def _after(pairing: Pairing) -> dict[str, object]:
    """Where each side goes, and whom it meets there."""
    return {
        outcome: {"pairing": after, "opponent": after.a or after.b, "last": last_round(after)}
        for outcome, after in pairings_after(pairing).items()
    }


def _about_record(match: Match, actor: Actor, penalty: PenaltyForm | None) -> dict[str, Any]:
    """The rules, the games, the penalties, and who said what when."""
    may_penalise = actor.may(Role.SCORER, match.club_id) and not match.is_over
    return {
        "rule_names": rule_names(match.match_rules),
        "rules": rules_in_words(match.match_rules),
        "sheet": list(score_sheet(match)),
        "penalty_form": (penalty or PenaltyForm(match=match)) if may_penalise else None,
        "ledger": _ledger(match, actor),
    }


def _about_rulings(match: Match, actor: Actor, ruling: RulingForm | None) -> dict[str, Any]:
    """What a director does at the board, for those who may: irregularities, being late, the clock."""
    if not actor.may(Role.SCORER, match.club_id) or match.is_over:
        return {}
    clock = match.match_rules.clock
    overtime = had_overtime(match) if clock and clock.overtime_s else set()
    return {
        "ruling_form": ruling or RulingForm(match=match),
        "late": lateness_of(match, timezone.now()),
        "clock": clock,
        "reserve_s": clock.reserve_s(match.length, match.state.score) if clock else None,
        "had_overtime": overtime,
        "mistakes": list(_mistakes(match, overtime)),
    }


def _mistakes(match: Match, overtime: set[Side]) -> Iterator[dict[str, str]]:
    """What a tap may have entered wrongly, and the way to take it back."""
    late = {one.side for one in match.state.penalties if one.late}
    penalised = {one.side for one in match.state.penalties if not one.late}
    for side in Side:
        player = {"name": name_of(match, side)}
        if side in overtime:
            yield {
                "address": reverse("match-time-out-undo", args=[match.pk]),
                "side": side.value,
                "text": _("Take back the overtime of %(name)s") % player,
            }
        if side in late:
            yield {
                "address": reverse("match-late-undo", args=[match.pk]),
                "side": side.value,
                "text": _("%(name)s was not late: take back the points") % player,
            }
        if side in penalised:
            yield {
                "address": reverse("match-penalty-undo", args=[match.pk]),
                "side": side.value,
                "text": _("Take back the last penalty of %(name)s") % player,
            }


def _ledger(match: Match, actor: Actor) -> list[LedgerLine]:
    """What was said about it, for members of the club: the score is what one comes to look up."""
    if not actor.may(Role.READER, match.club_id):
        return []
    return list(ledger_with_results(match, ledger_of(match)))


def _about_file(match: Match, actor: Actor, file: MatchFileForm | None) -> dict[str, Any]:
    """Its latest file: for everybody to replay, for those who may add one beside the record."""
    may_add = may_know_reasons(actor, match) and match.status != MatchStatus.VOID
    may_take = actor.may(Role.DIRECTOR, match.club_id)
    transcript = transcript_of(match) if may_add else None
    return {
        "has_replay": transcript is not None if may_add else has_transcript(match),
        "transcript": transcript,
        "differences": compared(match, transcript) if transcript else [],
        "file_form": (file or MatchFileForm(match=match, may_take=may_take)) if may_add else None,
    }
