"""Requests of programs pass by the middleware that is there for browsers.

Sessions, messages, CSRF tokens, sign-in and the policies of HTML pages are half of what a read over REST
costs, and none of them does anything for a client without cookies (``benchmarks/bracket.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import NoReturn

from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

GetResponse = Callable[[HttpRequest], HttpResponseBase]

REST = "/api/v1/"
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
        response = self._for_programs(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response


def is_of_program(request: HttpRequest) -> bool:
    """Whether this is asked over REST, by a client that has no cookies and wants no page."""
    meta = request.META
    return (
        not meta.get("HTTP_COOKIE")
        and request.path_info.startswith(REST)
        and "text/html" not in meta.get("HTTP_ACCEPT", "")
    )
