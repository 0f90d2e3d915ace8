"""
Forecasts are played in a process of their own, of low priority: ``python -m tournaments.services.forecast_process``.

On a thread of low priority they held up the worker around them: on a busy machine such a thread waits long for a
processor while it has Python's interpreter, and so did a job that had the one write lock of SQLite, and with it
every result. A process has nothing that anybody waits for.

It reads stages in play from its input and writes their forecasts to its output, one after the other, until the input ends.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rules_core.forecasts.forecast import Forecast
    from rules_core.forecasts.in_play import StageInPlay

NICENESS = 15
LONGEST_SECONDS = 240.0
"""For one forecast; 1,024 entrants with lives take 12 s of a processor."""


class ForecastFailed(Exception):
    """The process that plays has ended without an answer."""


class ForecastProcess:
    """Plays forecasts for as long as the ``with`` lasts; it is started for the first of them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._end(self._process)

    def forecast(self, stage: StageInPlay, *, seed: str) -> Forecast:
        """Who wins a stage, played by the other process."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        # One that hangs is ended, which ends our reading as well.
        deadline = threading.Timer(LONGEST_SECONDS, process.kill)
        deadline.start()
        try:
            pickle.dump((stage, seed), process.stdin)
            process.stdin.flush()
            found: Forecast = pickle.load(process.stdout)  # noqa: S301 -- of our own process
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self._end(process)
            raise ForecastFailed(f"It ended with {process.returncode}.") from error
        finally:
            deadline.cancel()
        return found

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Where we were found; as an installed package not beside the folder we were started in.
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._process = None
        process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            # What was still to be written has nobody to read it.
            with suppress(BrokenPipeError):
                pipe.close()


def main() -> None:
    """Play what is asked for until nobody asks any more."""
    os.nice(NICENESS)
    # Ctrl-C ends whoever asks us, and that ends our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Loads numpy: nobody else has it in their memory.
    from rules_core.forecasts.stage import stage_forecast

    answers = sys.stdout.buffer
    # Its end is waited for as well, and a look ahead sees it without taking anything.
    with open(sys.stdin.fileno(), "rb", closefd=False) as asked:
        while asked.peek(1):
            stage, seed = pickle.load(asked)  # noqa: S301 -- of the process that started us
            pickle.dump(stage_forecast(stage, seed=seed), answers)
            answers.flush()


if __name__ == "__main__":
    main()
