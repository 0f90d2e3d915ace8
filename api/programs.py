"""Requests of programs pass by the middleware that is there for browsers.

Sessions, messages, CSRF tokens, sign-in and the policies of HTML pages are half of what a read over REST
costs, and none of them does anything for a client without cookies (``benchmarks/bracket.py``). So do the scripts
of pages that ask for a part of theirs again and again, in a hall full of phones of people who are not signed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import NoReturn

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

GetResponse = Callable[[HttpRequest], HttpResponseBase]

REST = "/api/v1/"
PART_OF_PAGE = re.compile("/events/[^/]+/(stages/[0-9]+/)?live/[^/]+/")
"""Where pages ask for parts of theirs that change while one looks; nothing there has a form."""
POLICY = "default-src 'none'; frame-ancestors 'none'"
"""What is answered to a program is not to be run or framed by a browser."""

_site: ContextVar[GetResponse] = ContextVar("_site")
"""What is behind the middleware for browsers, while Django puts the middleware together."""


class EndOfBrowserMiddleware:
    """Marks where requests that pass by go on. Takes no part in answering them."""

    def __init__(self, get_response: GetResponse) -> NoReturn:
        _site.set(get_response)
        raise MiddlewareNotUsed


class SkipBrowserMiddleware:
    """Leads requests of programs past everything between itself and ``EndOfBrowserMiddleware``."""

    def __init__(self, get_response: GetResponse) -> None:
        self._for_browsers = get_response
        # Django makes the middleware from the last to the first, so the end has been there already.
        self._for_programs = _site.get()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Have it answered."""
        if not is_of_program(request):
            return self._for_browsers(request)
        translation.activate(translation.get_language_from_request(request))
        request.user = AnonymousUser()
        response = self._for_programs(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        if not request.path_info.startswith(REST):
            # What the middleware that was passed by says of every page.
            response.headers.setdefault("Content-Language", translation.get_language())
            patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response


def is_of_program(request: HttpRequest) -> bool:
    """Whether this is asked over REST, or for a part of a page, by a client that has no cookies and wants no page."""
    meta = request.META
    if meta.get("HTTP_COOKIE"):
        return False
    path = request.path_info
    if path.startswith(REST):
        return "text/html" not in meta.get("HTTP_ACCEPT", "")
    return request.method in {"GET", "HEAD"} and PART_OF_PAGE.fullmatch(path) is not None
