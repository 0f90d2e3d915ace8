"""How many files, and so connections, a process may have open at once (``ulimit -n``)."""

from __future__ import annotations

import contextlib
import resource


def allow_open_files(wanted: int) -> int:
    """Raise our own limit as far as we may, and say how many of the wanted files can be open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _holds(soft, wanted):
        return wanted
    soft = wanted if _holds(hard, wanted) else hard
    # Some systems have one more limit, below the one they report.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if _holds(soft, wanted) else soft


def _holds(limit: int, wanted: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= wanted
