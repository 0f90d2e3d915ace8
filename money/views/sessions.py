"""A club's money sessions: the list, starting one, its page with the account and the codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from api.sent_once import made_once
from matches.rules_in_words import rule_names
from matches.score_sheet import game_in_words
from matches.views.casual import ShownPad
from money.forms import SessionForm
from money.models import MoneySession
from money.selectors import sessions_of_club, visible_sessions
from money.services.links import session_links
from money.services.sessions import settle_session, side_in_session, start_session
from players.actors import Actor, actor_of
from players.models import Role
from players.services.casual_play import check_may_start_play, may_start_play
from players.views.club_pages import requested_club
from rules_core.errors import RulesError
from rules_core.match import MatchState, scored_games
from rules_core.money import owed
from rules_core.sides import Side
from web.form_errors import attempt, posted
from web.languages import activate_language
from web.qr_codes import qr_code
from web.refusals import sentence

PAGE = 50


@require_safe
def session_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The money sessions of a club, for those who may see them."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    context = {
        "club": club,
        "page": Paginator(sessions_of_club(actor, club), PAGE).get_page(request.GET.get("page")),
        "may_direct": actor.may(Role.DIRECTOR, club.pk),
        "may_start": may_start_play(club_id=club.pk, actor=actor),
    }
    return render(request, "money/sessions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Two names, a stake and rules."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    check_may_start_play(club_id=club.pk, actor=actor)
    form = SessionForm(posted(request), club=club, actor=actor)
    made = made_once(
        request,
        lambda: attempt(
            form, lambda: start_session(club_id=club.pk, actor=actor, **form.service_arguments())
        ),
    )
    if made is not None:
        return redirect("session", pk=made)
    context = {"club": club, "form": form, "may_direct": actor.may(Role.DIRECTOR, club.pk)}
    return render(request, "money/session_new.html", context)


@never_cache
@require_safe
def session(request: HttpRequest, pk: int) -> HttpResponse:
    """The running account, game by game; for those who enter, the codes and settling."""
    actor = actor_of(request)
    shown = get_object_or_404(visible_sessions(actor), pk=pk)
    activate_language(request, shown.club.language)
    may_enter = _may_enter(actor, shown)
    pads = _pads(request, shown, actor) if may_enter and not shown.settled_at else []
    context = account(shown) | {
        "club": shown.club,
        "may_enter": may_enter,
        "pads": pads,
        "is_own": len(pads) == 1,
    }
    return render(request, "money/session.html", context)


@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the session."""
    actor = actor_of(request)
    shown = get_object_or_404(visible_sessions(actor), pk=pk)
    activate_language(request, shown.club.language)
    version = request.POST.get("version", "")
    seen = int(version) if version.isdecimal() and len(version) < 10 else None
    try:
        settle_session(session_id=shown.pk, actor=actor, version=seen)
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("session", pk=pk)


def account(shown: MoneySession) -> dict[str, Any]:
    """Where a session stands: its games, and who owes whom."""
    state = shown.state
    debt = owed(state)
    names = {Side.A: shown.a.name, Side.B: shown.b.name}
    return {
        "match": shown,
        "state": state,
        "score": shown.score,
        "games": list(_games(state, names)),
        "debtor": names[debt.by] if debt else "",
        "creditor": names[debt.by.other] if debt else "",
        "debt": debt.points if debt else 0,
        "rule_names": rule_names(state.rules),
    }


@dataclass(frozen=True)
class ShownGame:
    """A game, and where the account stood after it."""

    winner: str
    points: int
    how: str
    score: tuple[int, int]


def _games(state: MatchState, names: dict[Side, str]) -> Iterator[ShownGame]:
    won = {Side.A: 0, Side.B: 0}
    for one in scored_games(state):
        won[one.game.winner] += one.points
        yield ShownGame(
            winner=names[one.game.winner],
            points=one.points,
            how=game_in_words(one.game),
            score=(won[Side.A], won[Side.B]),
        )


def _may_enter(actor: Actor, shown: MoneySession) -> bool:
    return actor.may(Role.SCORER, shown.club_id) or side_in_session(actor, shown) is not None


def _pads(request: HttpRequest, shown: MoneySession, actor: Actor) -> list[ShownPad]:
    names = {Side.A: shown.a.name, Side.B: shown.b.name}
    pads = []
    for side, secret in session_links(session_id=shown.pk, actor=actor).items():
        address = request.build_absolute_uri(reverse("session-pad", args=[secret]))
        pads.append(ShownPad(names[side], address, qr_code(address)))
    return pads
