"""One's own page of an event, opened by a private link: before it, where one stands with one's place."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles.finders import find
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from api.etags import with_tag
from api.looks import NEWS, news_of
from matches.services.table_links import table_secret
from matches.views.pad import REFUSALS, pad_context
from players.actors import Actor, TableAccess
from players.models import User
from rules_core.errors import RulesError
from rules_core.sides import Side
from tournaments.forms.registrations import OwnRegistrationForm
from tournaments.models import Entry, EntryStatus, Registration, Tournament
from tournaments.publishing.calendars import calendar_of
from tournaments.publishing.night_rows import EventRows, rows_at_hand
from tournaments.publishing.night_versions import (
    event_version,
    own_version,
    own_versions,
    rows_version,
)
from tournaments.publishing.own_night import NightState, Standing, night_of
from tournaments.registration_selectors import (
    entry_with_code,
    own_entries,
    own_registrations,
    registration_with,
)
from tournaments.services import registrations
from tournaments.services.attendance import CHECK_IN_OPENS, check_in_oneself
from tournaments.services.player_codes import own_code
from tournaments.services.waiting_list import position_of
from tournaments.views.event_before import how_it_is_played
from tournaments.views.events import event_context
from tournaments.views.registrations import registration_context
from web.form_errors import attempt
from web.languages import activate_language
from web.qr_codes import qr_code
from web.refusals import sentence, sentences

NOBODY = Actor()
LONGEST_WAIT = 2000
"""Milliseconds that a phone waits at most until it asks again, however busy the server is."""
PHONES = 64
"""For how many entrants that holds; of more, each waits the longer."""
_LISTS = 32
"""Of those still in, that a process keeps: one for each event and language."""
_MOST = 100
"""Events on one's own list; older ones are on the player's page."""


@never_cache
@require_safe
def my_night(request: HttpRequest, secret: str) -> HttpResponse:
    """Whom one plays, and before the draw where one stands; of a link that opens nothing, say so."""
    entry, registration = _opened(request, secret)
    event = entry.tournament if entry else registration.tournament if registration else None
    if event is None:
        return render(request, "tournaments/link_gone.html", status=404)
    if entry and (rows := rows_at_hand.of(event)).last_drawn:
        context = _night_context(request, secret, entry, rows)
        return render(request, "tournaments/my_night.html", context)
    context = _own_context(request, secret, event, entry, registration)
    return render(request, "tournaments/own_registration.html", context)


@require_safe
def my_night_part(request: HttpRequest, secret: str) -> HttpResponseBase:
    """One's own night as it stands now; a 304 while nothing is new."""
    entry = entry_with_code(secret)
    if entry is None:
        raise Http404
    activate_language(request, entry.tournament.club.language)
    rows = rows_at_hand.of(entry.tournament)
    context = _night_context(request, secret, entry, rows)
    response = get_conditional_response(request, etag=context["etag"])
    if response is None:
        response = render(request, "tournaments/my_night_part.html", context)
        response["ETag"] = context["etag"]
        response["Cache-Control"] = "no-cache, private"
    return news_of(
        request,
        with_tag(response, context["etag"]) or response,
        source=reverse("my-night-news", args=[entry.tournament_id]),
        name=entry.pk,
        own=own_version(entry.pk, rows),
        event=event_version(entry.tournament, rows),
    )


@require_safe
def news(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Whose night of an event is another: told to the server itself, for all the phones that wait there."""
    if not request.META.get(NEWS):
        raise Http404
    event = get_object_or_404(Tournament, pk=pk)
    rows = rows_at_hand.of(event)
    tag = f'"{rows_version(event, rows)}"'
    held = get_conditional_response(request, etag=tag)
    if held is not None:
        return held
    told = {"own": own_versions(rows), "event": event_version(event, rows)}
    return JsonResponse(told, headers={"ETag": tag})


def _night_context(
    request: HttpRequest, secret: str, entry: Entry, rows: EventRows
) -> dict[str, Any]:
    """One's own night, and the score pad of whatever match is on."""
    night = night_of(entry, rows)
    back = reverse("my-night", args=[secret])
    context = event_context(entry.tournament, NOBODY) | {
        "night": night,
        "entry": entry,
        "own_secret": secret,
        "back": back,
        "here": entry.status == EntryStatus.PRESENT,
        "refusals": sentences(REFUSALS),
        "still_in": lambda: _still_in(get_language(), night.standing),
        "longest_wait": lambda: _longest_wait(entry.tournament),
    }
    context |= _rules(entry.tournament)
    seen: list[object] = [night, get_language(), entry.status, entry.tournament.timezone]
    if night.match and night.state is not NightState.READY:
        access = TableAccess(night.match.id, Side(night.match.side))
        key = table_secret(match_id=access.match_id, side=access.side)
        pad = pad_context(request, access, key)
        # The pad's own words for the event and its page do not reach beyond the pad.
        context = pad | context
        seen.append(pad["etag"])
    etag = sha256(repr(seen).encode()).hexdigest()[:32]
    return context | {"etag": f'"{etag}"'}


def _still_in(language: str, standing: Standing | None) -> SafeString:
    """A list of up to all entrants: written once for all who see the same."""
    return _still_in_text(language, *(standing.still_in, standing.of) if standing else ((), 0))


@lru_cache(_LISTS)
def _still_in_text(_language: str, names: tuple[str, ...], of: int) -> SafeString:
    context = {"still_in": names, "of": of}
    return render_to_string("tournaments/my_night/still_in.html", context)


def _longest_wait(event: Tournament) -> int:
    """So short that everybody knows of a call within three seconds, without drowning the server."""
    return LONGEST_WAIT * max(PHONES, event.entries.count()) // PHONES


def _rules(event: Tournament) -> dict[str, Callable[[], Any]]:
    """How it is played, asked for by the page and not by its parts."""
    words = lru_cache(partial(how_it_is_played, event))

    def said(name: str) -> Any:
        return words()[name]

    return {name: partial(said, name) for name in ("format_words", "rules", "results")}


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The script that opens one's own night without a network; from here it may do so for /me/."""
    found = find("js/night-worker.js")
    assert isinstance(found, str)
    script = Path(found).read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@login_required
@require_safe
def my_events(request: HttpRequest) -> HttpResponse:
    """What the signed-in play in, have played in, and have asked for."""
    user = cast("User", request.user)
    entries = own_entries(user)[:_MOST]
    rows = own_registrations(user)[:_MOST]
    context = {"entries": entries, "registrations": rows}
    return render(request, "tournaments/my_events.html", context)


@never_cache
@login_required
@require_POST
def open_own(request: HttpRequest, pk: int) -> HttpResponse:
    """To one's own page of an event one plays in; its link is made here, so it is asked by POST."""
    secret = own_code(user_id=cast("User", request.user).pk, entry_id=pk)
    if secret is None:
        raise Http404
    return redirect("my-night", secret=secret)


def _opened(request: HttpRequest, secret: str) -> tuple[Entry | None, Registration | None]:
    """What a secret opens, answering in the language of the one who asks."""
    entry, registration = entry_with_code(secret), registration_with(secret)
    opened = entry or registration
    if opened is not None:
        activate_language(request, opened.tournament.club.language)
    return entry, registration


def _own_context(
    request: HttpRequest,
    secret: str,
    event: Tournament,
    entry: Entry | None,
    registration: Registration | None,
) -> dict[str, Any]:
    address = request.build_absolute_uri(reverse("my-night", args=[secret]))
    checks_in = event.starts_at - CHECK_IN_OPENS
    return (
        event_context(event, NOBODY)
        | registration_context(event)
        | {
            "secret": secret,
            "own": registration,
            "entry": entry,
            "name": entry.player.name if entry else registration and registration.name,
            "position": position_of(registration) if registration else None,
            "here": entry is not None and entry.status == EntryStatus.PRESENT,
            "check_in_at": checks_in,
            "may_check_in": entry is not None and timezone.now() >= checks_in,
            "may_cancel": registration is not None and registration.is_live,
            "sends_mail": settings.SENDS_MAIL,
            "address": address,
            "code": qr_code(address),
            "form": OwnRegistrationForm(initial=_details(registration)) if registration else None,
        }
    )


def _details(registration: Registration) -> dict[str, str]:
    return {"country": registration.country, "note": registration.note}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, secret: str, confirmation: str) -> HttpResponse:
    """The link from the mail. It asks for a press: programs that look at mails open links too."""
    registration = _own(request, secret)
    if request.method == "POST":
        try:
            found = registrations.confirm(
                registration_id=registration.pk, confirmation=confirmation
            )
        except RulesError as error:
            messages.error(request, sentence(error))
            return redirect("my-night", secret=secret)
        return redirect("my-night", secret=found.secret)
    if registration.status != "to_confirm":
        return redirect("my-night", secret=secret)
    context = event_context(registration.tournament, NOBODY) | {"own": registration}
    return render(request, "tournaments/confirm_registration.html", context)


@require_POST
def cancel(request: HttpRequest, secret: str) -> HttpResponse:
    """Give the place back."""
    registration = _own(request, secret)
    try:
        registrations.cancel(registration_id=registration.pk)
        messages.success(request, _("Your registration is cancelled."))
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("my-night", secret=secret)


@require_POST
def change(request: HttpRequest, secret: str) -> HttpResponse:
    """Change what one said."""
    registration = _own(request, secret)
    form = OwnRegistrationForm(request.POST)
    changed = attempt(
        form,
        lambda: registrations.change_details(registration_id=registration.pk, **form.cleaned_data),
    )
    if changed:
        messages.success(request, _("Saved."))
    else:
        messages.error(request, " ".join(str(e) for es in form.errors.values() for e in es))
    return redirect("my-night", secret=secret)


@require_POST
def check_in(request: HttpRequest, secret: str) -> HttpResponse:
    """Say that one is here."""
    entry, _registration = _opened(request, secret)
    if entry is None:
        raise Http404
    try:
        check_in_oneself(entry_id=entry.pk)
        messages.success(request, _("You are checked in."))
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("my-night", secret=secret)


@never_cache
@require_safe
def calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """The event for one's own calendar."""
    entry, registration = _opened(request, secret)
    opened = entry or registration
    if opened is None:
        raise Http404
    event = opened.tournament
    text = calendar_of(event.name, [event], request.build_absolute_uri("/").rstrip("/"))
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{event.slug}.ics"'},
    )


def _own(request: HttpRequest, secret: str) -> Registration:
    _entry, registration = _opened(request, secret)
    if registration is None:
        raise Http404
    return registration
