"""What dies is started again, whatever killed it, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.processes import PROJECT, Child, free_port, is_answering
from deploy.supervision import LONGEST_REST, Supervisor
from tests.unit.deploy.test_processes import listening, soon

pytestmark = pytest.mark.unit

SUPERVISED = """
import sys; from pathlib import Path
from deploy.supervision import Supervisor, adopt_orphans
from tests.unit.deploy.test_processes import listening
adopt_orphans()
child = listening(int(sys.argv[1]), Path(sys.argv[2])).start()
print(child.guard_pid, *child.pids, flush=True)
Supervisor({"listener": child}, say=lambda what: print(what, flush=True)).keep_running()
"""


def test_a_dead_process_is_started_again_and_said_so(tmp_path: Path) -> None:
    port = free_port()
    said: list[str] = []
    child = listening(port, tmp_path).start()
    child.started_at -= 60
    supervisor = Supervisor({"listener": child}, say=said.append)
    os.kill(child.pids[0], signal.SIGKILL)
    assert soon(lambda: not child.is_running)
    supervisor.look()
    assert said == ["listener has died and is started again."]
    assert soon(lambda: is_answering(port))
    child.kill()


def test_one_that_does_not_stay_up_is_never_given_up_and_complained_of_once(tmp_path: Path) -> None:
    said: list[str] = []
    child = Child([sys.executable, "-c", "exit('no')"], log=tmp_path / "log")
    child.launch()
    supervisor = Supervisor({"listener": child}, say=said.append)
    starts = set()

    def is_started_often() -> bool:
        supervisor.look()
        starts.add(child.started_at)
        return len(starts) > 3

    deadline = 4 * (LONGEST_REST + 5)
    assert soon(is_started_often, seconds=deadline)
    assert len(said) == 1
    assert said[0].startswith("listener does not stay up")
    child.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux passes orphans on")
def test_when_the_guard_is_killed_its_command_goes_too_and_another_is_started(
    tmp_path: Path,
) -> None:
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISED, str(port), str(tmp_path)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    ) as supervisor:
        assert supervisor.stdout is not None
        guard, listener = map(int, supervisor.stdout.readline().split())
        os.kill(guard, signal.SIGKILL)
        assert soon(lambda: not Path(f"/proc/{listener}").exists())
        assert soon(lambda: is_answering(port), seconds=60)
        supervisor.kill()
    assert soon(lambda: not is_answering(port))
