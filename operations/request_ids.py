"""One id for a request and for all that follows from it, in every line of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

from structlog.contextvars import bound_contextvars, get_contextvars

HEADER = "X-Request-ID"
LONGEST = 64
_WELL_FORMED = re.compile(rf"[A-Za-z0-9._-]{{8,{LONGEST}}}")


def accepted(sent: str) -> str:
    """The id that a proxy or a client has sent, or a new one if that is none."""
    return sent if _WELL_FORMED.fullmatch(sent) else token_hex(16)


@contextmanager
def working_for(request_id: str, **facts: object) -> Iterator[None]:
    """What is logged, and asked of jobs, in here belongs to that request; "" is nobody's."""
    with bound_contextvars(request_id=request_id, **facts):
        yield


def current() -> str:
    """The id of the request that is worked for, or ""."""
    return str(get_contextvars().get("request_id", ""))
