"""A club's logo: shown to everybody, changed by its directors."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.actors import actor_of
from players.forms import LogoForm
from players.selectors import logo_of
from players.services.logos import remove_logo, set_logo
from players.views.club_pages import club_for_director
from rules_core.errors import RulesError
from web.refusals import sentence

_A_DAY = 24 * 60 * 60


@require_safe
def logo(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The logo as a picture and nothing else, whatever a browser would like to take it for."""
    found = get_object_or_404(logo_of(slug))
    tag = f'"{found.club.logo_digest}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(bytes(found.png), content_type="image/png")
        response["Content-Disposition"] = 'inline; filename="logo.png"'
        response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["ETag"] = tag
    # Its address names its version, so that another logo has another address.
    patch_cache_control(response, public=True, max_age=_A_DAY)
    return response


@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Take another picture."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = LogoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, _("Choose a picture first."))
        return redirect("club-settings", slug=slug)
    try:
        set_logo(club_id=club.pk, content=form.content(), actor=actor)
        messages.success(request, _("The logo is shown from now on."))
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("club-settings", slug=slug)


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Show no logo any more."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    remove_logo(club_id=club.pk, actor=actor)
    messages.success(request, _("The logo was removed."))
    return redirect("club-settings", slug=slug)
