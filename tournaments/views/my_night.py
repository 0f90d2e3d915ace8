"""One's own page of an event, opened by a private link: before it, where one stands with one's place."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor
from rules_core.errors import RulesError
from tournaments.forms.registrations import OwnRegistrationForm
from tournaments.models import Entry, EntryStatus, Registration, Tournament
from tournaments.publishing.calendars import calendar_of
from tournaments.publishing.paper.cards import qr_code
from tournaments.selectors import entry_with_code, registration_with
from tournaments.services import registrations
from tournaments.services.attendance import CHECK_IN_OPENS, check_in_oneself
from tournaments.services.waiting_list import position_of
from tournaments.views.events import event_context
from tournaments.views.registrations import registration_context
from web.form_errors import attempt
from web.languages import activate_language
from web.refusals import sentence

NOBODY = Actor()


@never_cache
@require_safe
def my_night(request: HttpRequest, secret: str) -> HttpResponse:
    """Where one stands; of a link that opens nothing, say so."""
    entry, registration = _opened(request, secret)
    event = entry.tournament if entry else registration.tournament if registration else None
    if event is None:
        return render(request, "tournaments/link_gone.html", status=404)
    context = _own_context(request, secret, event, entry, registration)
    return render(request, "tournaments/own_registration.html", context)


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
