"""The link that gives a role in a club."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.forms import NewAccountForm
from players.models import Invitation, User
from players.services.staff import accept_invitation, invitation_with, join_by_invitation
from rules_core.errors import RulesError
from web.form_errors import attempt, posted
from web.languages import activate_language
from web.refusals import sentence

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Say what is offered; take it up with one's account, or with a new one."""
    found = invitation_with(secret)
    if found is None or not found.is_live:
        return render(request, "players/invitation_gone.html", status=404)
    activate_language(request, found.club.language)
    if request.user.is_authenticated:
        return _accept(request, found, secret)
    return _join(request, found, secret)


def _accept(request: HttpRequest, found: Invitation, secret: str) -> HttpResponse:
    if request.method == "POST":
        try:
            accept_invitation(secret=secret, user_id=cast("User", request.user).pk)
        except RulesError as error:
            messages.error(request, sentence(error))
            return redirect("home")
        return _welcome(request, found)
    return render(request, "players/invitation.html", {"invitation": found, "club": found.club})


def _join(request: HttpRequest, found: Invitation, secret: str) -> HttpResponse:
    form = None
    if not settings.SENDS_MAIL:
        form = NewAccountForm(posted(request), initial={"email": found.email, "name": found.name})
        fields = form
        user = attempt(form, lambda: join_by_invitation(secret=secret, **fields.cleaned_data))
        if user:
            login(request, user, backend=_BACKEND)
            return _welcome(request, found)
    context = {"invitation": found, "club": found.club, "form": form}
    return render(request, "players/invitation.html", context)


def _welcome(request: HttpRequest, found: Invitation) -> HttpResponse:
    facts = {"club": found.club.name, "role": found.get_role_display()}
    messages.success(request, _("Welcome to %(club)s. Your role: %(role)s.") % facts)
    return redirect("club", slug=found.club.slug)
