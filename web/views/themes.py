"""The switch between light and dark."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from web.themes import COOKIE, THEMES


# Without a token in it, a public page is the same for everybody and can be answered by a 304.
@csrf_exempt
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice in a cookie, and go back to where it was made."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        back, {request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(back if is_ours else "/")
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            COOKIE,
            chosen,
            max_age=365 * 24 * 3600,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
