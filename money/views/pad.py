"""The score pad of a money session: the phone at the board, let in by its link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.forms import GameForm, UndoForm
from matches.rules_in_words import rules_in_words
from matches.views.pad import faces_of
from money.selectors import session_access_of, session_at
from money.services.sessions import record_session_game, take_back_session_game
from money.views.sessions import account
from players.actors import Actor, Channel, SessionAccess
from rules_core.errors import RulesError
from web.languages import activate_language
from web.refusals import sentence, sentences

REFUSALS = (
    "wrong_game_number",
    "session_settled",
    "too_many_games",
    "authentication_failed",
    "cube_above_maximum",
    "cube_not_power_of_two",
    "gammon_on_drop",
    "too_many_automatic_doubles",
)
"""What a phone can be answered long after its page was loaded: it brings the words along."""


@never_cache
@require_safe
def pad(request: HttpRequest, secret: str) -> HttpResponse:
    """Ask who won this game."""
    context = _context(request, _access(secret), secret)
    return render(request, "money/pad.html", context | {"refusals": sentences(REFUSALS)})


@require_safe
def pad_part(request: HttpRequest, secret: str) -> HttpResponseBase:
    """The pad as it stands now; a 304 while nothing is new."""
    context = _context(request, _access(secret), secret)
    held = get_conditional_response(request, etag=context["etag"])
    if held is not None:
        return held
    response = render(request, "money/pad_state.html", context)
    response["ETag"] = context["etag"]
    response["Cache-Control"] = "no-cache, private"
    return response


@require_POST
def game(request: HttpRequest, secret: str) -> HttpResponse:
    """Record the next game."""
    form = GameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose who won, and how."))
        return redirect("session-pad", secret=secret)
    number, result = form.numbered_game()
    return _done(
        request,
        secret,
        lambda session_id, actor: record_session_game(
            session_id=session_id, number=number, game=result, actor=actor
        ),
    )


@require_POST
def undo(request: HttpRequest, secret: str) -> HttpResponse:
    """Take the last game back."""
    number = UndoForm.number_of(request.POST)
    return _done(
        request,
        secret,
        lambda session_id, actor: take_back_session_game(
            session_id=session_id, number=number, actor=actor
        ),
    )


def _access(secret: str) -> SessionAccess:
    access = session_access_of(secret)
    if access is None:
        raise Http404
    return access


def _done(
    request: HttpRequest, secret: str, action: Callable[[int, Actor], object]
) -> HttpResponse:
    access = _access(secret)
    address = request.META.get("REMOTE_ADDR", "")
    try:
        action(
            access.session_id,
            Actor(session_access=access, channel=Channel.TABLE, address=address),
        )
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("session-pad", secret=secret)


def _context(request: HttpRequest, access: SessionAccess, secret: str) -> dict[str, Any]:
    shown = session_at(access)
    activate_language(request, shown.club.language)
    context = account(shown)
    state = context["state"]
    return context | {
        "next": None if shown.settled_at else state.next_game,
        "crawford": False,
        "side": access.side.value,
        "secret": secret,
        "automatic_doubles": range(state.rules.automatic_doubles + 1),
        "cubes": faces_of(state),
        "rules": rules_in_words(state.rules)[1:],
        "game_address": reverse("session-pad-game", args=[secret]),
        "undo_address": reverse("session-pad-undo", args=[secret]),
        "etag": f'"{shown.version}-{access.side.value}-{get_language()}"',
    }
