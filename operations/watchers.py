"""How many pages are open that keep themselves up to date.

They ask again and again, so the number follows from how often this process was asked of late. Those whose
question waits until there is something new are counted while it waits. Neither needs a look at who asks, and what
several processes have counted can be added.
"""

from __future__ import annotations

import time
from collections import Counter

ASKED_EVERY_SECONDS = 1.5
"""``EVERY`` in static/js/live.js."""

WINDOW_SECONDS = 15

LIVE_VIEWS = {"event-live", "event-console-part", "pad-part"}
"""What such a page asks for."""

_asked: Counter[int] = Counter()
"""How often in which second, by this process's clock."""
_waiting = 0


def waiting(more: int) -> None:
    """So many more questions wait for something new, or so many fewer."""
    global _waiting
    _waiting += more


def note(view: str) -> None:
    """Somebody was answered; counted if it was for a page that keeps itself up to date."""
    if view in LIVE_VIEWS:
        second = int(time.monotonic())
        if second not in _asked:
            _forget(before=second - WINDOW_SECONDS)
        _asked[second] += 1


def estimate() -> float:
    """How many of them are open, as far as this process can tell."""
    now = int(time.monotonic())
    # The second under way is not over.
    asked = sum(_asked[second] for second in range(now - WINDOW_SECONDS, now))
    return asked * ASKED_EVERY_SECONDS / WINDOW_SECONDS + _waiting


def _forget(*, before: int) -> None:
    for second in [second for second in _asked if second < before]:
        del _asked[second]
