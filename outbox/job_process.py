"""
The jobs of a club's own server, in a process beside the one that serves: ``python -m outbox.job_process``.

On threads of the serving process they took turns with the requests at one interpreter. The input of the
process is a pipe with the name of a task on each line. When it closes, because the server stops or was
killed, the job under way is finished and the process ends.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

from operations import process_files
from operations.collector import spare_what_is_loaded
from outbox import broker

LOOK_SECONDS = 0.2
REST_SECONDS = 1.0
"""Before a process that died is started again."""
LAST_JOB_SECONDS = 5
"""How long a stopping process waits for the job under way; what is not done by then waits for the next start."""
READ_BYTES = 4096


class _JobProcess:
    """Starts the process, tells it what is asked for, and starts it again should it die."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._watching = threading.Thread(target=self._watch, name="job process", daemon=True)

    def start(self) -> None:
        """Have the jobs done from now on, beginning with what the last process left undone."""
        self._launch()
        self._watching.start()

    def ask_for(self, task: str) -> bool:
        """Have a task done; False if that is left to the timetable. Never waits for the other process."""
        process = self._process
        if process is None or process.stdin is None:
            return False
        try:
            os.write(process.stdin.fileno(), f"{task}\n".encode())
        except BlockingIOError:
            # Full of what is not read yet, wake-ups among it.
            return True
        except (OSError, ValueError):
            # It has just died; the next one looks for what waits when it starts.
            return False
        return True

    def is_alive(self) -> bool:
        """Whether the jobs are being done."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Let the job under way finish, and end the process."""
        self._stopping.set()
        self._watching.join()
        if self._process is None or self._process.stdin is None:
            return
        self._process.stdin.close()
        try:
            self._process.wait(LAST_JOB_SECONDS + 2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            if not self.is_alive() and not self._stopping.wait(REST_SECONDS):
                self._launch()

    def _launch(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            # Where we were found; as an installed package not beside the folder we were started in.
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        self._process = process


_beside_us: _JobProcess | None = None


def start() -> None:
    """Have the jobs that this process asks for done by one beside it."""
    global _beside_us
    _beside_us = _JobProcess()
    broker.hand_tasks_to(_beside_us.ask_for)
    _beside_us.start()


def stop() -> None:
    """End it, if there is one."""
    if _beside_us is not None:
        _beside_us.stop()


def is_alive() -> bool:
    """Whether the jobs that this process asks for are being done."""
    return _beside_us is not None and _beside_us.is_alive()


def main() -> None:
    """Do jobs until the pipe closes."""
    # Ctrl-C in the terminal is for the server, which closes the pipe when its last request is answered.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    import django

    django.setup()
    from outbox import worker

    process_files.keep()
    spare_what_is_loaded()
    worker.start()
    for task in _asked_for(worker.is_alive):
        if task == broker.WAKE_UP:
            broker.wake()
        else:
            broker.send(task)
    worker.stop(patience=LAST_JOB_SECONDS)
    process_files.write()


def _asked_for(is_alive: Callable[[], bool]) -> Iterator[str]:
    """The names of tasks as they come, each once where it is asked for many times at once; ends with the pipe."""
    pipe = sys.stdin.fileno()
    rest = b""
    while is_alive():
        if not select.select([pipe], [], [], LOOK_SECONDS)[0]:
            continue
        if not (read := os.read(pipe, READ_BYTES)):
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from dict.fromkeys(line.decode() for line in lines)
    # Another process takes over.
    sys.exit("The worker has ended.")


if __name__ == "__main__":
    main()
