"""How often somebody may ask. Counted in the cache, which all processes share."""

from __future__ import annotations

import time
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

PERIOD_SECONDS = 60


def seconds_to_wait(scope: str, who: str) -> float | None:
    """Count one more of ``scope`` by ``who``; how long to wait if that is more than a minute's worth."""
    most = settings.API_RATES[scope]
    now = time.time()
    if _count(f"rate:{scope}:{_digest(who)}:{int(now // PERIOD_SECONDS)}") <= most:
        return None
    return PERIOD_SECONDS - now % PERIOD_SECONDS


def _digest(who: str) -> str:
    # Some caches refuse what an address or a secret may contain.
    return sha256(who.encode()).hexdigest()[:32]


def _count(key: str) -> int:
    """How often, this time included; never, while the cache is down: it must not fail a request."""
    if (count := getattr(cache, "count", None)) is not None:
        return int(count(key, timeout=2 * PERIOD_SECONDS))
    cache.add(key, 0, timeout=2 * PERIOD_SECONDS)
    try:
        return cache.incr(key)
    except ValueError:
        # Not there, although just added or found: the cache was emptied in between, or came back.
        return 1


def note_failed_sign_in(request: Request) -> None:
    """Count a secret that opens nothing; many from one address are somebody guessing."""
    wait = seconds_to_wait("failed_sign_ins_by_address", request.META.get("REMOTE_ADDR", ""))
    if wait is not None:
        raise Throttled(wait)


def seconds_until_registration(address: str, email: str) -> float | None:
    """Count a registration of somebody without an account; how long to wait if there are too many.

    By address it is a script, by e-mail address it is somebody being pestered with mails.
    """
    waits = [seconds_to_wait("registrations_by_address", address)]
    if email:
        waits.append(seconds_to_wait("registrations_by_email", email.strip().lower()))
    return max((wait for wait in waits if wait is not None), default=None)


class Writes(BaseThrottle):
    """Writes by one key (a token, an account, a table's link) and by one address."""

    _wait: float | None = None

    def allow_request(self, request: Request, view: object) -> bool:  # noqa: ARG002
        """Reads are free; programs with a token of the club may write much more than a phone."""
        if request.method in SAFE_METHODS or not request.user.is_authenticated:
            return True
        token = getattr(request.auth, "digest", None)
        waits = (
            [seconds_to_wait("writes_by_token", token)]
            if token
            else [
                seconds_to_wait("writes_by_person", f"{request.user.pk} {request.auth}"),
                seconds_to_wait("writes_by_address", request.META.get("REMOTE_ADDR", "")),
            ]
        )
        self._wait = max((wait for wait in waits if wait is not None), default=None)
        return self._wait is None

    def wait(self) -> float | None:
        """For ``Retry-After``."""
        return self._wait
