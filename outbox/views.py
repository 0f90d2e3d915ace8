"""Is it alive, is it ready: for whoever watches over the server."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from operations import version
from outbox import health


@never_cache
@require_safe
def live(_: HttpRequest) -> JsonResponse:
    """200 as long as this process answers at all; if it does not, restart it."""
    return JsonResponse({"status": "live", **_running()})


@never_cache
@require_safe
def ready(_: HttpRequest) -> JsonResponse:
    """200 if every part is as it should be, 503 and the reasons if not."""
    checks = health.findings()
    fit = all(finding["ok"] for finding in checks.values())
    status = "ready" if fit else "not ready"
    return JsonResponse(
        {"status": status, **_running(), "checks": checks}, status=200 if fit else 503
    )


def _running() -> dict[str, str]:
    """Which version answers here, for those who have just upgraded."""
    return {"version": version.VERSION, "build": version.build()}
