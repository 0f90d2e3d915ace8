"""A guarded process ends with whoever started it, however that ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.processes import PROJECT, Child, NotStarted, free_port, is_answering

pytestmark = pytest.mark.unit

LISTEN = "import socket, sys, time; s = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"


def listening(port: int, folder: Path, *, program: str = LISTEN) -> Child:
    """A process that listens at a port for a minute."""
    return Child(
        [sys.executable, "-c", f"{program}time.sleep(60)", str(port)],
        log=folder / "log",
        is_ready=lambda: is_answering(port),
    )


def soon(is_so: Callable[[], bool], *, seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()


def test_it_starts_is_ready_and_stops_when_told(tmp_path: Path) -> None:
    port = free_port()
    child = listening(port, tmp_path).start()
    assert (child.is_running, len(child.pids)) == (True, 1)
    child.stop()
    assert (child.is_running, is_answering(port)) == (False, False)


def test_it_is_killed_without_being_asked(tmp_path: Path) -> None:
    port = free_port()
    child = listening(port, tmp_path, program=LISTEN + DEAF).start()
    child.kill()
    assert not is_answering(port)


def test_it_can_be_stopped_twice_and_started_again(tmp_path: Path) -> None:
    child = listening(free_port(), tmp_path).start()
    child.stop()
    child.stop()
    assert child.start().is_running
    child.kill()


def test_one_that_cannot_start_says_why(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('the clock is broken')"]
    child = Child(command, log=tmp_path / "log", is_ready=lambda: False)
    with pytest.raises(NotStarted, match="the clock is broken"):
        child.start()


def test_it_ends_when_its_owner_is_killed(tmp_path: Path) -> None:
    port = free_port()
    owner = (
        "import sys, time; from pathlib import Path; from tests.unit.deploy import test_processes as t\n"
        "t.listening(int(sys.argv[1]), Path(sys.argv[2])).start(); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", owner, str(port), str(tmp_path)], cwd=PROJECT
    ) as process:
        assert soon(lambda: is_answering(port))
        os.kill(process.pid, signal.SIGKILL)
    assert soon(lambda: not is_answering(port))
