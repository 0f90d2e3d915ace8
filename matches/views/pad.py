"""The score pad: the phone at the board, let in by the table's link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.forms import GameForm, UndoForm
from matches.models import Match, MatchStatus, ResultPolicy
from matches.projection import claimed
from matches.rules_in_words import rule_names, rules_in_words
from matches.selectors import match_at_table, table_access_of
from matches.services.games import record_game, take_back_game
from matches.services.reports import confirm_result, dispute_result, withdraw_dispute
from players.actors import Actor, Channel, TableAccess
from rules_core.errors import RulesError
from rules_core.live_cube import live_faces
from rules_core.match import GameTerms, MatchState
from rules_core.sides import Side
from tournaments.selectors import visible_tournaments
from web.languages import activate_language
from web.refusals import sentence, sentences

REFUSALS = (
    "wrong_game_number",
    "match_finished",
    "match_void",
    "match_disputed",
    "already_reported",
    "reported_by_other_side",
    "results_by_directors",
    "table_link_closed",
    "authentication_failed",
    "cube_above_maximum",
    "cube_in_crawford_game",
    "cube_not_power_of_two",
    "gammon_on_drop",
)
"""What a phone can be answered long after its page was loaded: it brings the words along."""


@never_cache
@require_safe
def pad(request: HttpRequest, secret: str) -> HttpResponse:
    """Ask who won this game; of a card that was replaced, say so."""
    access = table_access_of(secret)
    if access is None:
        return render(request, "matches/pad_gone.html", status=404)
    context = pad_context(request, access, secret)
    return render(request, "matches/pad.html", context | {"refusals": sentences(REFUSALS)})


@require_safe
def pad_part(request: HttpRequest, secret: str) -> HttpResponseBase:
    """The pad as it stands now; a 304 while nothing is new."""
    context = pad_context(request, _access(secret), secret)
    held = get_conditional_response(request, etag=context["etag"])
    if held is not None:
        return held
    response = render(request, "matches/pad_state.html", context)
    response["ETag"] = context["etag"]
    response["Cache-Control"] = "no-cache, private"
    return response


@require_POST
def game(request: HttpRequest, secret: str) -> HttpResponse:
    """Record the next game."""
    access = _access(secret)
    form = GameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose who won, and how."))
        return _back(request, secret)
    number, result = form.numbered_game()
    return _done(
        request,
        secret,
        lambda actor: record_game(
            match_id=access.match_id, number=number, game=result, actor=actor
        ),
    )


@require_POST
def undo(request: HttpRequest, secret: str) -> HttpResponse:
    """Take the last game back."""
    match_id, number = _access(secret).match_id, UndoForm.number_of(request.POST)
    return _done(
        request,
        secret,
        lambda actor: take_back_game(match_id=match_id, number=number, actor=actor),
    )


@require_POST
def confirm(request: HttpRequest, secret: str) -> HttpResponse:
    """Agree to what the other side reported."""
    match_id = _access(secret).match_id
    return _done(request, secret, lambda actor: confirm_result(match_id=match_id, actor=actor))


@require_POST
def dispute(request: HttpRequest, secret: str) -> HttpResponse:
    """Say that the other side's report is wrong."""
    match_id, reason = _access(secret).match_id, _("Disputed at the board.")
    return _done(
        request,
        secret,
        lambda actor: dispute_result(match_id=match_id, reason=reason, actor=actor),
    )


@require_POST
def undispute(request: HttpRequest, secret: str) -> HttpResponse:
    """Take back a “no” that was tapped by mistake."""
    match_id = _access(secret).match_id
    return _done(request, secret, lambda actor: withdraw_dispute(match_id=match_id, actor=actor))


def _access(secret: str) -> TableAccess:
    access = table_access_of(secret)
    if access is None:
        raise Http404
    return access


def _done(request: HttpRequest, secret: str, action: Callable[[Actor], Match]) -> HttpResponse:
    address = request.META.get("REMOTE_ADDR", "")
    try:
        action(Actor(table_access=_access(secret), channel=Channel.TABLE, address=address))
    except RulesError as error:
        messages.error(request, sentence(error))
    return _back(request, secret)


def _back(request: HttpRequest, secret: str) -> HttpResponse:
    """To the page on which the pad stood: its own, or somebody's night."""
    page = request.POST.get("back", "")
    if page.startswith("/me/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None):
        return redirect(page)
    return redirect("pad", secret=secret)


def pad_context(request: HttpRequest, access: TableAccess, secret: str) -> dict[str, Any]:
    """What the pad of one side of a match shows."""
    match = match_at_table(access)
    activate_language(request, match.club.language)
    state = match.state
    next_game = None if match.is_over or match.reports else state.next_game
    own_report = _claim(match, access.side)
    return {
        "match": match,
        "state": state,
        "score": own_report or match.score,
        "next": next_game,
        "crawford": next_game is not None and state.crawford.this_game,
        "side": access.side.value,
        "secret": secret,
        "game_address": reverse("pad-game", args=[secret]),
        "undo_address": reverse("pad-undo", args=[secret]),
        "open": not match.is_over and match.result_policy != ResultPolicy.DIRECTOR,
        "own_report": own_report,
        "other_report": _claim(match, access.side.other),
        "disputed": match.status == MatchStatus.DISPUTED,
        "event": match.event if match.is_over and _is_public(match) else "",
        "automatic_doubles": range(match.match_rules.automatic_doubles + 1),
        "cubes": faces_of(state),
        "holland": match.match_rules.holland and state.post_crawford,
        "rule_names": rule_names(match.match_rules),
        "rules": rules_in_words(match.match_rules),
        "etag": f'"{match.version}-{access.side.value}-{get_language()}"',
    }


def faces_of(state: MatchState) -> list[int]:
    """The faces that the cube can show at the end of any game from here on: later ones have no more.

    Which of them with which choice, and in games that still wait on the phone, is for pad.js to say.
    """
    terms = replace(GameTerms.of(state), crawford_game=False)
    faces = (live_faces(terms, times).played for times in range(terms.automatic_doubles + 1))
    return sorted(set().union(*faces))


def _claim(match: Match, side: Side) -> tuple[int, int] | None:
    return claimed(match, side).score if side in match.reports else None


def _is_public(match: Match) -> bool:
    """Whether everybody may see the event, so also whoever sits at the board."""
    return visible_tournaments(Actor()).filter(slug=match.event).exists()
