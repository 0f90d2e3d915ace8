"""The processes of an installation, found from outside by what Linux says of them."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.processes import children, offspring

PATIENCE_SECONDS = 180
"""Longer than anything takes to come back on a busy machine. What is not back by then never will be."""
_NAMES = (
    (re.compile(r"/bin/postgres\0"), "postgresql"),
    (re.compile(r"valkey[^\0]*\0[^\0]*valkey\.conf\0"), "valkey"),
    (re.compile(r"\0celery\0.*\0(worker\d)@"), r"\1"),
    (re.compile(r"\0celery\0.*\0beat\0"), "beat"),
    (re.compile(r"\0deploy\.web\0.*\0--port\0(\d+)\0"), r"web \1"),
)
"""By the command that a guard was told to run."""


def wait_until(
    is_so: Callable[[], object], wanted: str, *, seconds: float = PATIENCE_SECONDS
) -> None:
    """Wait for something to become true; the words complete the sentence of whoever waits in vain."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"After {seconds:.0f} s it is still not so that {wanted}.")
        time.sleep(0.05)


def command_of(pid: int) -> str:
    """The command line of a process, its words ended by null characters; nothing if it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    return ""


def guards(cluster: int) -> dict[str, int]:
    """The guard of each part of a cluster, by the part's name."""
    found: dict[str, int] = {}
    for guard in children(cluster):
        command = command_of(guard)
        for pattern, name in _NAMES:
            if (match := pattern.search(command)) and "guard.py" in command:
                found[match.expand(name)] = guard
                break
    return found


def parts(cluster: int) -> dict[str, int]:
    """The process that each guard watches over."""
    running = {name: children(guard) for name, guard in guards(cluster).items()}
    return {name: pids[0] for name, pids in running.items() if pids}


def kill(pid: int) -> None:
    """As a power cut would."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextmanager
def paused(*pids: int) -> Iterator[None]:
    """Processes and their children stand still while the block runs."""
    everyone = [member for pid in pids for member in (pid, *offspring(pid))]
    _signal(everyone, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(everyone, signal.SIGCONT)


def _signal(pids: list[int], which: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, which)


def owner_of_port(port: int, among: list[int]) -> int | None:
    """Which of these processes has a connection that leaves from that port."""
    for pid in among:
        with contextlib.suppress(OSError):
            if port in _ports(pid):
                return pid
    return None


def _ports(pid: int) -> set[int]:
    sockets = {str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()}
    ports = set()
    for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if f"socket:[{words[9]}]" in sockets:
            ports.add(int(words[1].rpartition(":")[2], 16))
    return ports
