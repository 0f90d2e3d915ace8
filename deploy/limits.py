"""What a client may do to a web process, and for how long. ``docs/deployment.md`` explains it."""

from __future__ import annotations

from dataclasses import dataclass

KB = 1024
MB = 1024 * KB


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes. How large a body may be at all is Django's setting ``LARGEST_BODY``."""

    connections: int = 4096
    """Open at once in one process; who comes next waits until one of them is closed."""
    header_seconds: int = 30
    """For the headers of a request, counted from the answer to the one before."""
    header_bytes: int = 32 * KB
    small_body: int = 64 * KB
    """A body like this is always read: there are no more of them than connections."""
    small_body_seconds: float = 20
    large_body_seconds: float = 120
    large_bodies: int = 64 * MB
    """What larger ones may take up together while they come in."""
    thrown_away: int = 64 * MB
    """How much of a body that is refused is read all the same, so that the refusal is read too."""
    asked_again: int = 32
    """How many requests may wait at once for what a job is about to publish."""
    pauses: tuple[float, ...] = (0.05, 0.1, 0.2, 0.4, 0.7, 0.7, 0.7, 0.7, 0.7)
    """Seconds until such a request is asked again, time after time."""
    look_seconds: float = 20
    """How long a look may wait for something new."""
    waiting_looks: int = 3000
    """So many may wait at once; who comes next is answered at once. Fewer than connections, so that others get in."""
    waited_for: int = 200
    """What they look at, counted by the words in which they ask."""
    look_every: float = 0.3
    """Seconds until the site is asked again for those who wait for the same; longer for much of that."""
    look_again_after: float = 0.05
    """The same where somebody came with another version."""
    looks_a_second: int = 100
    """So often the site is asked for all who wait."""
    own_looks_a_second: int = 30
    """So many of those who wait for something of their own are told a second that something else is new."""
    own_looks_at_once: int = 10
    """With so many of their questions not answered yet, nobody is told that something else is new."""
    own_looks_known: int = 4000
    """Of so many it is remembered what they were told last."""
    view_seconds: float = 3
    """How long it is asked when nobody waits any more: they come again."""
    watched_from: int = 100
    """Behind so many others, a request is dropped if its client goes away before its turn."""
    stop_seconds: int = 15
    """After this a process that was told to stop is killed, whoever still reads its answer."""


USUAL = Limits()
