"""All drills: ``python -m drills``; or some: ``python -m drills valkey_emptied``."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import closing

from drills import disk, lanes, promises
from drills.control import is_found
from drills.lanes import CONTROL, Ended
from drills.rehearsal import LAG_SECONDS, BrokenOff, Outcome


def main() -> None:
    """Run what is asked for; after all of it, write the page."""
    parser = argparse.ArgumentParser(prog="python -m drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="drills to run; default: all")
    parser.add_argument("--scale", type=float, default=1.0, help="the part of all repetitions")
    asked = parser.parse_args()
    known = lanes.names_of_all()
    if unknown := [name for name in asked.names if name not in known]:
        sys.exit(f"There is no drill {unknown[0]}; there are {', '.join(known)}.")
    # The lanes are ended on the way out. SIGINT too: a shell starts what runs in its background deaf to it.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    started = time.monotonic()
    runs: list[Ended] = []
    with closing(lanes.side_by_side(asked.names, asked.scale)) as all_of_them:
        for ended in all_of_them:
            runs.append(_told(ended))
            if not asked.names:
                # After each: a run that is broken off leaves a page that says how far it came.
                promises.write(_run(runs, asked.scale, time.monotonic() - started))
    run = _run(runs, asked.scale, time.monotonic() - started)
    print(f"{'Kept' if run.is_kept else 'NOT KEPT'}, in {run.seconds:.0f} s.", flush=True)
    sys.exit(not run.is_kept)


def _run(runs: Sequence[Ended], scale: float, seconds: float) -> promises.Run:
    ended = [run for run in runs if isinstance(run, Outcome)]
    # The lanes end theirs in turn; on the page each engine has its own together.
    ended.sort(key=lambda outcome: outcome.drill.engine.__name__, reverse=True)
    seen = {run.drill.name if isinstance(run, Outcome) else run.name for run in runs}
    return promises.Run(
        outcomes=[outcome for outcome in ended if outcome.drill.name != CONTROL],
        controls=[outcome for outcome in ended if outcome.drill.name == CONTROL],
        broken_off=[run for run in runs if isinstance(run, BrokenOff)],
        left_out=[
            *_impossible(),
            *(f"`{name}`" for name in lanes.names_of_all() if name not in seen),
        ],
        seconds=seconds,
        command=f"python -m drills --scale {scale:g}" if scale != 1 else "make drills",
    )


def _impossible() -> list[str]:
    """Why a drill cannot be run here."""
    return [] if disk.is_possible() else [disk.WHY_NOT]


def _told(run: Ended) -> Ended:
    """Say how a drill went."""
    if isinstance(run, BrokenOff):
        print(f"{run.name}: BROKEN OFF. {run.why}", flush=True)
        return run
    counted = run.counted
    late = f" (more than {LAG_SECONDS} s)" if run.is_late else ""
    print(
        f"{run.drill.name}, {run.drill.engine.__name__}: {_verdict(run)}. {counted.sent} sent, "
        f"{counted.acknowledged} acknowledged, {counted.found} found, {counted.lost} lost, "
        f"{counted.doubled} doubled; lag {run.lag:.1f} s{late}; {run.seconds:.0f} s in all. "
        f"{'; '.join(run.notes)}",
        flush=True,
    )
    return run


def _verdict(outcome: Outcome) -> str:
    if outcome.drill.name != CONTROL:
        return "; ".join(outcome.faults) or "kept"
    return "found what was planted" if is_found(outcome) else "DID NOT FIND what was planted"


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped; the page says how far it came.")
