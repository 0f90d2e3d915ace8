"""A refusal that no form has shown becomes a page that says why."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from rules_core.errors import Conflict, NotAllowed, RulesError
from web.refusals import sentence


class RefusalPages:
    """Middleware: shows refusals as pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Go on, unless the request is one that the server has not even read; REST refuses those itself."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        is_too_large = length.isdigit() and int(length) > settings.LARGEST_BODY
        if is_too_large and not request.path.startswith("/api/"):
            too_large = _("What you sent is too large: the site takes %(most)s MB at once.")
            return _refused(request, too_large % {"most": settings.LARGEST_BODY >> 20}, 413)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Ask strangers to sign in; tell everybody else what was wrong."""
        if not isinstance(error, RulesError):
            return None
        if isinstance(error, NotAllowed) and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return _refused(request, sentence(error), _status(error))


def _refused(request: HttpRequest, why: str, status: int) -> HttpResponse:
    context = {"sentence": why, "back": _came_from(request)}
    return render(request, "refused.html", context, status=status)


def _came_from(request: HttpRequest) -> str:
    """The page of ours on which the button stood; nothing if the browser does not say."""
    page = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(
        page, {request.get_host()}, require_https=request.is_secure()
    )
    # The page that is refused itself is no way back, unless it was only the form that was.
    is_itself = request.method != "POST" and page == request.build_absolute_uri()
    return page if is_ours and not is_itself else ""


def _status(error: RulesError) -> int:
    if isinstance(error, NotAllowed):
        return 403
    return 409 if isinstance(error, Conflict) else 400
