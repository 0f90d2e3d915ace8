"""Starts again what dies, for as long as the cluster runs, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import NoReturn

from deploy.processes import Child, children, offspring

LOOK_SECONDS = 0.2
SHORT_LIFE_SECONDS = 5
"""Whoever dies sooner than this is likely to die again, and is given a rest first."""
SHORTEST_REST, LONGEST_REST = 0.5, 3.0
"""Seconds. A full disk or a port in use can end at any time, so the rest stays short."""
PR_SET_CHILD_SUBREAPER = 36
"""From Linux's ``sys/prctl.h``."""


class Supervisor:
    """Watches over processes by their names. What was up once is never given up."""

    def __init__(
        self, processes: Mapping[str, Child], *, say: Callable[[str], None] = print
    ) -> None:
        self._processes = processes
        self._print = say
        self._rests = dict.fromkeys(processes, 0.0)
        """How long each rests before its next start."""
        self._start_at: dict[str, float] = {}
        """Those that rest, and until when by the monotonic clock."""

    def keep_running(self) -> NoReturn:
        """Start again whatever dies."""
        while True:
            self.look()
            time.sleep(LOOK_SECONDS)

    def look(self) -> None:
        """One round: note who has died, start who has rested."""
        dead = [name for name, process in self._processes.items() if not process.is_running]
        if not dead:
            return
        # A new PostgreSQL does not start beside what is left of the old one.
        self.end_orphans()
        for name in dead:
            if name not in self._start_at:
                self._note_death(name)
            if time.monotonic() >= self._start_at[name]:
                del self._start_at[name]
                self._processes[name].launch()

    def end_orphans(self) -> None:
        """Kill what dead processes have left behind."""
        ours = {process.guard_pid for process in self._processes.values()}
        for orphan in set(children(os.getpid())) - ours:
            for pid in (orphan, *offspring(orphan)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(orphan, 0)

    def _say(self, what: str) -> None:
        # Where we write to may be on the very disk that is full.
        with contextlib.suppress(OSError):
            self._print(what)

    def _note_death(self, name: str) -> None:
        process = self._processes[name]
        was_short = time.monotonic() < process.started_at + SHORT_LIFE_SECONDS
        rest = min(max(SHORTEST_REST, 2 * self._rests[name]), LONGEST_REST) if was_short else 0.0
        if was_short and not self._rests[name]:
            self._say(f"{name} does not stay up; {process.log} ends with:\n{process.last_words()}")
        if not was_short:
            self._say(f"{name} has died and is started again.")
        self._rests[name] = rest
        self._start_at[name] = time.monotonic() + rest


def adopt_orphans() -> None:
    """Have Linux make us the parent of what our dead children leave behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
