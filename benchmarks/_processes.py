"""What processes have taken, as Linux counts it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pids: Iterable[int]) -> float:
    """Processor time, with that of children that have ended."""
    ticks = 0
    for pid in pids:
        # It may end while we look; then its parent has its time.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def megabytes(pids: Iterable[int]) -> float:
    """What they would give back if they ended: shared pages are counted in parts."""
    kilobytes = 0
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            kilobytes += next(
                int(line.split()[1]) for line in rollup.splitlines() if "Pss:" in line
            )
    return kilobytes / 1024
