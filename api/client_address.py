"""Where a request comes from, if a proxy stands in front of us."""

from __future__ import annotations

import logging
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

HEADER = "X-Forwarded-For"
FOR_MACHINES = ("/health/", "/metrics")
"""Whoever looks after the process asks here, past the proxy."""

logger = logging.getLogger(__name__)


class AddressBehindProxies:
    """Makes ``REMOTE_ADDR`` the address that the outermost of our own proxies saw.

    What is further left in ``X-Forwarded-For`` was sent by the client and says whatever it likes. A
    request that has passed fewer proxies than there are is refused: either it came past them, or
    ``PROXIES_IN_FRONT`` is too high and clients could choose their address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._is_told = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Look it up and go on."""
        if not settings.PROXIES_IN_FRONT:
            self._tell_if_forwarded(request)
            return self._get_response(request)
        address = seen_by_outermost(request.headers.get(HEADER, ""), settings.PROXIES_IN_FRONT)
        if address:
            request.META["REMOTE_ADDR"] = address
        elif not request.path_info.startswith(FOR_MACHINES):
            return _refusal()
        return self._get_response(request)

    def _tell_if_forwarded(self, request: HttpRequest) -> None:
        """Say once that all clients may share one address here."""
        if HEADER in request.headers and not self._is_told:
            self._is_told = True
            logger.warning(
                "A request was forwarded (%s), but PROXIES_IN_FRONT is 0. If that was a proxy of"
                " yours, its clients share one address, and limits by address concern all of them.",
                HEADER,
            )


def seen_by_outermost(header: str, proxies: int) -> str:
    """The address that so many proxies back the client had; none if there were fewer."""
    seen = [address.strip() for address in header.split(",")]
    if len(seen) < proxies:
        return ""
    try:
        return str(ip_address(_without_port(seen[-proxies])))
    except ValueError:
        return ""


def _without_port(address: str) -> str:
    """Some proxies write ``192.0.2.1:4711`` or ``[2001:db8::1]:4711``."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    host, _, port = address.rpartition(":")
    return host if port.isdigit() and host.count(":") == 0 and host else address


def _refusal() -> HttpResponse:
    detail = (
        "This request has passed fewer proxies than this site has in front of it"
        f" (PROXIES_IN_FRONT={settings.PROXIES_IN_FRONT})."
    )
    error = {"code": "not_through_the_proxy", "detail": detail, "attr": None}
    return JsonResponse({"type": "client_error", "errors": [error]}, status=400)
