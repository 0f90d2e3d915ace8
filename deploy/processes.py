"""Processes that never outlive the one that started them, and free ports for them to listen at."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

PROJECT = Path(__file__).resolve().parent.parent
GUARD = Path(__file__).with_name("guard.py")
START_SECONDS = 120
"""No server takes longer to start, unless it never will."""


class NotStarted(Exception):
    """A server did not come up; the message says which, and where it says why."""


class Child:
    """A command under the guard: gone when we are gone, even if we were killed."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        log: Path,
        signal: str = "SIGTERM",
        user: str | None = None,
        env: Mapping[str, str] | None = None,
        is_ready: Callable[[], bool] | None = None,
    ) -> None:
        self.log = log
        """Where its output goes."""
        self.started_at = 0.0
        """When it last started, by the monotonic clock."""
        guard = [sys.executable, "-IS", str(GUARD), "--signal", signal]
        self._command = [*guard, *(["--user", user] if user else []), *command]
        self._env = {**surroundings(), **(env or {})}
        self._is_ready = is_ready
        self._guard: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it (again), and wait until it is ready if it can be asked."""
        self.launch()
        if self._is_ready is not None:
            self._wait_until(self._is_ready)
        return self

    def launch(self) -> None:
        """Start it (again), and do not wait for it."""
        self.stop()
        self.started_at = time.monotonic()
        with self.log.open("ab") as output:
            self._guard = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                cwd=PROJECT,
                env=self._env,
                # Ctrl-C in the terminal reaches us, and we decide who ends first.
                start_new_session=True,
            )

    @property
    def guard_pid(self) -> int | None:
        """The process that watches over the command."""
        return self._guard.pid if self._guard is not None else None

    @property
    def pids(self) -> list[int]:
        """The command's process and its children, as Linux lists them."""
        return offspring(self._guard.pid) if self._guard is not None else []

    @property
    def is_running(self) -> bool:
        """Whether the command still runs."""
        return self._guard is not None and self._guard.poll() is None

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._close_pipe(b"")

    def kill(self) -> None:
        """End it as a power cut would, with all its children."""
        self._close_pipe(b"!")

    def last_words(self) -> str:
        """The end of its output."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])

    def _close_pipe(self, farewell: bytes) -> None:
        if self._guard is None:
            return
        assert self._guard.stdin is not None
        with contextlib.suppress(BrokenPipeError), self._guard.stdin as pipe:
            pipe.write(farewell)
        self._guard.wait()
        self._guard = None

    def _wait_until(self, is_ready: Callable[[], bool]) -> None:
        while not is_ready():
            if not self.is_running or time.monotonic() > self.started_at + START_SECONDS:
                self.stop()
                raise NotStarted(
                    f"A server did not start; {self.log} ends with:\n{self.last_words()}"
                )
            time.sleep(0.05)


def surroundings() -> dict[str, str]:
    """
    Our environment for a process that is started often.

    In some containers Python is told to keep no compiled modules. It would then compile every
    module at each start, which takes seconds, and that is how long a dead process is missed.
    """
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def children(pid: int) -> list[int]:
    """Processes that a process has started, as Linux lists them; none if it is gone."""
    listed: list[int] = []
    # A thread, or all of them, may end while we look.
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                listed += map(int, thread.read_text().split())
    return listed


def offspring(pid: int) -> list[int]:
    """Its children and theirs."""
    return [member for child in children(pid) for member in (child, *offspring(child))]


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_answering(port: int, host: str = "127.0.0.1") -> bool:
    """Whether somebody listens there."""
    with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False
