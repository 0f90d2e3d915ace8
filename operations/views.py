"""``/metrics``, for Prometheus and nobody else."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from operations import exposition

PASSED_ON = (
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "Forwarded",
    "Via",
    "X-Real-IP",
)
"""Each of these says that somebody asks through a proxy."""


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that is measured; 404 to those who may not know that there is such a page."""
    if not _may_read(request):
        return HttpResponse("Not found.\n", "text/plain", status=404)
    return HttpResponse(exposition.text(), CONTENT_TYPE_PLAIN_0_0_4)


def _may_read(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "")
        return compare_digest(sent.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    return _is_from_this_machine(request)


def _is_from_this_machine(request: HttpRequest) -> bool:
    """Straight, that is: a proxy on this machine speaks for the whole world."""
    if any(header in request.headers for header in PASSED_ON):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
