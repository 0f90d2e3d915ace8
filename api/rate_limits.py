"""How often somebody may ask. Counted in the cache, which all processes share; many at once where much is allowed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

PERIOD_SECONDS = 60
SHARES = 500
"""Into so many parts a limit is divided for those who count ahead."""
LARGEST_SHARE = 50
MOST_SHARES = 10_000


@dataclass(slots=True)
class _Share:
    """So many of a minute's worth that this process has counted ahead, in the shared counter, for itself."""

    counted: int
    left: int


_shares: dict[int, dict[str, _Share]] = {}
"""By minute, of which there is one, and by what is counted."""


def seconds_to_wait(scope: str, who: str) -> float | None:
    """Count one more of ``scope`` by ``who``; how long to wait if that is more than a minute's worth."""
    most = settings.API_RATES[scope]
    now = time.time()
    if _count(int(now // PERIOD_SECONDS), f"rate:{scope}:{_digest(who)}", most) <= most:
        return None
    return PERIOD_SECONDS - now % PERIOD_SECONDS


def _digest(who: str) -> str:
    # Some caches refuse what an address or a secret may contain.
    return sha256(who.encode()).hexdigest()[:32]


def _count(minute: int, what: str, most: int) -> int:
    """How often, this time included.

    Where much is allowed a process counts many ahead, and asks the cache again when it has used them up: what
    it does not use counts all the same, which is at most a five-hundredth of the limit.
    """
    size = min(most // SHARES, LARGEST_SHARE)
    key = f"{what}:{minute}"
    if size <= 1:
        return _counted(key, 1)
    shares = _shares_of(minute)
    share = shares.get(what)
    if share is None or share.left == 0:
        share = shares[what] = _Share(counted=_counted(key, size), left=size)
    share.left -= 1
    return share.counted - share.left


def _shares_of(minute: int) -> dict[str, _Share]:
    """What is left of them; none where there are very many, who then ask the cache again."""
    shares = _shares.get(minute)
    if shares is None or len(shares) >= MOST_SHARES:
        _shares.clear()
        shares = _shares[minute] = {}
    return shares


def _counted(key: str, size: int) -> int:
    """What the shared counter says with so many more; 0 while the cache is down: it must not fail a request."""
    if (count := getattr(cache, "count", None)) is not None:
        return int(count(key, size, timeout=2 * PERIOD_SECONDS))
    cache.add(key, 0, timeout=2 * PERIOD_SECONDS)
    try:
        return cache.incr(key, size)
    except ValueError:
        # Not there, although just added or found: the cache was emptied in between, or came back.
        return size


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
