"""Signing in too often with the wrong password, or asking too often for anything about an account.

The answer is the same whether the account exists or not: it must not tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from axes.helpers import get_cool_off
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

_A_MINUTE = timedelta(minutes=1)
"""The limits of allauth are so many a minute."""


def address_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """The e-mail address somebody tried to sign in with; failures are counted by it.

    Left to itself, axes looks for a field of the form among what allauth hands on, finds none and
    counts all failures of a club's Wi-Fi as those of one person.
    """
    given = credentials or {}
    tried = given.get("email") or given.get("username") or request.POST.get("login", "")
    return str(tried).strip().lower()[:255]


def locked_out(
    request: HttpRequest,
    _response: HttpResponse | None = None,
    _credentials: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Too many wrong passwords for one account from one address."""
    return _wait(request, get_cool_off(request) or _A_MINUTE)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Too many requests about accounts: sign-ups, password resets, e-mail addresses."""
    return _wait(request, _A_MINUTE)


def _wait(request: HttpRequest, time: timedelta) -> HttpResponse:
    return wait_page(request, time.total_seconds())


def wait_page(request: HttpRequest, wait: float, template: str = "429.html") -> HttpResponse:
    """Too many requests of any kind: come back in so many seconds."""
    seconds = int(wait) or 1
    page = render(request, template, {"minutes": max(1, seconds // 60)}, status=429)
    page["Retry-After"] = str(seconds)
    return page
