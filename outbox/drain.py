"""Doing all that waits, and waking whoever should: one wake-up does for however many jobs."""

from __future__ import annotations

import time

from outbox import broker
from outbox.jobs import perform, work_of
from outbox.models import Message

MOST_AT_ONCE = 2000
"""How many rows one look takes; the next look goes on from there."""
SHARE = 4
"""How many times as long as a round took we rest after it: a fifth of the time is its."""
SHORTEST_REST, LONGEST_REST = 0.25, 0.6
"""Seconds; in a burst each round gathers what came meanwhile, and pages still show a result within one."""
LONGEST_DRAIN = 20.0
"""Seconds; then another wake-up is sent and goes on, well before a task's time limit."""


def drain() -> None:
    """
    Look, do, rest and look again, until a look finds nothing that can be done.

    From the moment a look found something nobody else needs to be woken, because we look again. The
    wake-up counts as outstanding for that long, and is taken back before each look: whoever commits
    after that wakes somebody, and whoever committed before is seen.
    """
    until = time.monotonic() + LONGEST_DRAIN
    under_way_elsewhere: set[int] = set()
    while time.monotonic() < until:
        broker.take_back_wake_up()
        waiting = list(Message.objects.waiting()[:MOST_AT_ONCE])
        found = {message.pk for message in waiting}
        if found <= under_way_elsewhere:
            return
        broker.count_as_awake()
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
    return min(LONGEST_REST, max(SHORTEST_REST, SHARE * took))
