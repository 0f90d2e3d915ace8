"""The first to see a request and the last to see its answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from operations import metrics, process_files, request_ids
from operations.scrubbing import GONE, SECRET_PARAMETERS

BY_ADDRESS = ("/health/", "/metrics")

logger = logging.getLogger("barpoint.requests")


class Accounts:
    """Gives each request its id, counts it, and writes a line about it to the log."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        process_files.keep()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Have it answered."""
        request_id = request_ids.accepted(request.headers.get(request_ids.HEADER, ""))
        started = time.perf_counter()
        with request_ids.working_for(request_id):
            response = self._get_response(request)
            seconds = time.perf_counter() - started
            view = _view_of(request)
            metrics.count_request(
                view=view,
                method=request.method or "",
                status=response.status_code,
                seconds=seconds,
            )
            if logger.isEnabledFor(logging.INFO):
                _log(request, response, view, seconds)
        response[request_ids.HEADER] = request_id
        return response


class ProbesByAddress:
    """Whoever watches over a process asks for it by address, not by the names of the site.

    What is answered there is the same under every name.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let it pass for a request to the first of our names."""
        if request.path_info.startswith(BY_ADDRESS):
            name = settings.ALLOWED_HOSTS[0].lstrip(".") if settings.ALLOWED_HOSTS else ""
            request.META["HTTP_HOST"] = name if name and name != "*" else "localhost"
        return self._get_response(request)


def _view_of(request: HttpRequest) -> str:
    """A name out of our own list of addresses: nothing a client can make up."""
    match = request.resolver_match
    return (match.view_name or "unnamed") if match else "none"


def _log(request: HttpRequest, response: HttpResponseBase, view: str, seconds: float) -> None:
    logger.info(
        "request",
        extra={
            "method": request.method,
            "path": _path(request),
            "status": response.status_code,
            "view": view,
            "ms": round(1000 * seconds, 1),
        },
    )


def _path(request: HttpRequest) -> str:
    """Without the query, in which people look for names, and without secrets."""
    path = request.path
    if request.resolver_match:
        for name, value in request.resolver_match.kwargs.items():
            if name in SECRET_PARAMETERS:
                path = path.replace(str(value), GONE)
    return path
