"""Reads that wait for a job, so that a client sees what it has just written.

The site works on one thread, which must not sleep. So a view that has nothing to show yet gives the
request back, and the server (``deploy/whole_requests.py``) asks again a moment later, up to a few
seconds. No transaction is open meanwhile.
"""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from api.query_params import number
from rules_core.errors import Conflict, RulesError

MAY_WAIT = "barpoint.may_wait"
"""In the environment of a request: whether it will be asked again if it is given back."""
ASK_AGAIN = "Barpoint-Ask-Again"
"""The header by which it is given back. No client gets to see it."""


class NotPublishedYet(Conflict):
    """The job that publishes a change has not come to it."""

    code = "not_published_yet"


class VersionUnknown(RulesError):
    """There are not so many changes."""

    code = "version_unknown"


def least_version(request: Request) -> int:
    """The version that a reader wants to see at least; 0 for any."""
    return number(request, "at_least") or 0


def ask_again(request: Request, *, wanted: int, published: int) -> HttpResponse:
    """Give a request back, or refuse it if nobody would ask again."""
    if request.META.get(MAY_WAIT):
        return HttpResponse(status=409, headers={ASK_AGAIN: "1"})
    raise NotPublishedYet(
        f"Version {wanted} is recorded but not published yet; version {published} is. Ask again.",
        wanted=wanted,
        published=published,
    )
