"""Where a request comes from, if a proxy stands in front of us."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class AddressBehindProxies:
    """Makes ``REMOTE_ADDR`` the address that the outermost of our own proxies saw.

    What is further left in ``X-Forwarded-For`` was sent by the client and says whatever it likes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.PROXIES_IN_FRONT:
            raise MiddlewareNotUsed
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Look it up and go on."""
        seen = [
            address.strip() for address in request.headers.get("X-Forwarded-For", "").split(",")
        ]
        if len(seen) >= settings.PROXIES_IN_FRONT and seen[-settings.PROXIES_IN_FRONT]:
            request.META["REMOTE_ADDR"] = seen[-settings.PROXIES_IN_FRONT]
        return self._get_response(request)
