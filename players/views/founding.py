"""Founding a club in the browser, where the installation allows it."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.forms import NewClubForm
from players.models import User
from players.services.clubs import found_own_club
from web.form_errors import attempt, posted


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """A club of one's own, with oneself as its first director."""
    if not settings.FOUND_CLUBS:
        raise Http404
    user = cast("User", request.user)
    form = NewClubForm(posted(request), initial={"language": (get_language() or "en")[:2]})
    club = attempt(form, lambda: found_own_club(user_id=user.pk, **form.cleaned_data))
    if club:
        messages.success(
            request, _("%(club)s is founded, and you direct it.") % {"club": club.name}
        )
        return redirect("club", slug=club.slug)
    return render(request, "players/found_club.html", {"form": form})
