"""A burst of changes asks for the same work again and again; a short rest lets one run do for many."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

SHARE = 4
"""How many times as long as a run took the same work rests after it: a fifth of the time is its."""
LONGEST_REST = 0.4
"""Seconds; pages show a result within two."""

_rested_at: dict[str, float] = {}
"""When each piece of work done of late may be done again, by this process's clock."""


@contextmanager
def in_turn(work: str) -> Iterator[None]:
    """Wait until the same work has rested, and have it rest again afterwards.

    The first of a quiet evening waits for nobody. Each process keeps its own time, which is enough.
    """
    time.sleep(max(0.0, _rested_at.get(work, 0.0) - time.monotonic()))
    started = time.monotonic()
    try:
        yield
    finally:
        ended = time.monotonic()
        _forget_rested(ended)
        _rested_at[work] = ended + min(LONGEST_REST, SHARE * (ended - started))


def _forget_rested(now: float) -> None:
    for work in [work for work, rested_at in _rested_at.items() if rested_at <= now]:
        del _rested_at[work]
