"""A clock that can be set while an installation runs, for all of its own processes.

``time_machine`` puts another time in place of the system's inside a process. How long something
takes (the monotonic clock) is measured right all the while, as on a machine whose clock is set.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import time_machine

VARIABLE = "DRILL_CLOCK"
LOOK_SECONDS = 0.1
SETTLE_SECONDS = 1
"""After this every process goes by the new time."""


class Clock:
    """The clock of an installation: a file says how many seconds it is ahead."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.set(0)

    @classmethod
    def named_by(cls, env: Mapping[str, str]) -> Clock:
        """The clock that processes with this environment go by, set right."""
        return cls(Path(env[VARIABLE]))

    @property
    def env(self) -> dict[str, str]:
        """What makes processes go by it."""
        return {VARIABLE: str(self._file)}

    def set(self, seconds: int) -> None:
        """Ahead of the true time by so many seconds."""
        self._file.write_text(f"{seconds}\n")


def follow() -> None:
    """Go by the clock that the environment names, if it names one; and so do all forks of this process."""
    if file := os.environ.get(VARIABLE):
        _start(Path(file))
        os.register_at_fork(after_in_child=lambda: _start(Path(file)))


def _start(file: Path) -> None:
    threading.Thread(target=_follow, args=(file,), name="clock", daemon=True).start()


def _follow(file: Path) -> None:
    ahead, travel = 0, None
    while True:
        wanted = _read(file, otherwise=ahead)
        if wanted != ahead:
            if travel is not None:
                travel.stop()
            # Never two at once: this one starts from the true time.
            travel = time_machine.travel(datetime.fromtimestamp(time.time() + wanted, tz=UTC))
            travel.start()
            ahead = wanted
        time.sleep(LOOK_SECONDS)


def _read(file: Path, *, otherwise: int) -> int:
    # It may be just being written.
    with contextlib.suppress(OSError, ValueError):
        return int(file.read_text())
    return otherwise
