"""Python's garbage collector in processes that run for long."""

from __future__ import annotations

import gc

THRESHOLDS = (20_000, 20, 50)
"""How many objects, and how many looks at the younger ones, before it looks again; a request makes thousands."""


def spare_what_is_loaded() -> None:
    """
    Have the collector leave alone what a process has loaded by now, which stays for good.

    It would look at all of it again and again: each time for a tenth of a second, in the middle of
    somebody's request.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
