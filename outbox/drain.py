"""Doing all that waits, and waking whoever should: one wake-up does for however many jobs."""

from __future__ import annotations

import time

from outbox import broker
from outbox.jobs import perform, work_of
from outbox.models import Message

MOST_AT_ONCE = 2000
"""How many rows one look takes; the next look goes on from there."""
SHARE = 6
"""How many times as long as a round took we rest after it, so that a burst is gathered by few rounds."""
SHORTEST_REST = 0.25
"""Seconds."""
OLDEST = 0.9
"""What comes just after a look is shown this many seconds later: after this round, the rest and the next round."""
LONGEST_DRAIN = 20.0
"""Seconds; then another wake-up is sent and goes on, well before a task's time limit."""


def drain() -> None:
    """
    Look, do, rest and look again, until a look finds nothing that can be done.

    From the start nobody else needs to be woken, because we look again: the
    wake-up counts as outstanding until a look finds nothing more. It is taken back then, and before the
    last look: whoever commits after that wakes somebody, and whoever committed before is seen.
    """
    until = time.monotonic() + LONGEST_DRAIN
    under_way_elsewhere: set[int] = set()
    # Not taken back yet: in a burst somebody commits before the first look is done, and would wake a second worker.
    broker.count_as_awake()
    is_awake = True
    while time.monotonic() < until:
        waiting = list(Message.objects.waiting()[:MOST_AT_ONCE])
        found = {message.pk for message in waiting}
        if found <= under_way_elsewhere:
            if not is_awake:
                return
            broker.take_back_wake_up()
            is_awake = False
            continue
        broker.count_as_awake()
        is_awake = True
        started = time.monotonic()
        if _perform_each(waiting):
            under_way_elsewhere = set()
            time.sleep(_rest(time.monotonic() - started))
        else:
            under_way_elsewhere = found
    broker.send_wake_up()


def sweep() -> bool:
    """Wake the workers if something waits for longer than it should; say whether it did."""
    return Message.objects.overdue().exists() and broker.send_wake_up()


def _perform_each(waiting: list[Message]) -> bool:
    """Do each piece of work once, the longest waiting first; False if others are doing all of it."""
    first_of_each: dict[str, Message] = {}
    for message in waiting:
        first_of_each.setdefault(work_of(message), message)
    done = [perform(message) for message in first_of_each.values()]
    return any(done)


def _rest(took: float) -> float:
    """Long after an expensive round, but never so long that what is shown gets old."""
    return max(SHORTEST_REST, min(SHARE * took, OLDEST - 2 * took))
