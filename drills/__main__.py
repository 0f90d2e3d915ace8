"""All drills, one after the other: ``python -m drills``; or some: ``python -m drills valkey_emptied``."""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from drills import club_drills, cluster_drills, disk, promises, restoring
from drills.control import control, is_found
from drills.installations import Installation, OneProcess, WholeCluster
from drills.preparation import fresh, own_folder
from drills.rehearsal import LAG_SECONDS, BrokenOff, Drill, I, Outcome, gather, rehearse
from drills.surroundings import disk_full, on_a_full_disk, with_a_clock

ON_CLUSTER = [*cluster_drills.DRILLS, restoring.backup(WholeCluster)]
ON_ONE_PROCESS = [*club_drills.DRILLS, restoring.backup(OneProcess)]
ENGINES: tuple[type[Installation], ...] = (WholeCluster, OneProcess)
CLOCK, CONTROL = "clock_a_day_back_and_forth", "planted_losses"
LONGEST_DRILL_SECONDS = 480
"""The longest takes two minutes on a machine that has time."""


def main() -> None:
    """Run what is asked for; after all of it, write the page."""
    parser = argparse.ArgumentParser(prog="python -m drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="drills to run; default: all")
    parser.add_argument("--scale", type=float, default=1.0, help="the part of all repetitions")
    asked = parser.parse_args()
    known = _names()
    if unknown := [name for name in asked.names if name not in known]:
        sys.exit(f"There is no drill {unknown[0]}; there are {', '.join(known)}.")
    # Installations are stopped on the way out. SIGINT too: a shell starts what runs in its background
    # deaf to it.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    started = time.monotonic()
    runs: list[Outcome | BrokenOff] = []
    with own_folder() as folder:
        for ended in _all(folder, asked.names, asked.scale):
            runs.append(_told(ended))
            if not asked.names:
                # After each: a run that is broken off leaves a page that says how far it came.
                promises.write(_run(runs, asked.scale, time.monotonic() - started))
    run = _run(runs, asked.scale, time.monotonic() - started)
    print(f"{'Kept' if run.is_kept else 'NOT KEPT'}, in {run.seconds:.0f} s.", flush=True)
    sys.exit(not run.is_kept)


def _run(runs: Sequence[Outcome | BrokenOff], scale: float, seconds: float) -> promises.Run:
    ended = [run for run in runs if isinstance(run, Outcome)]
    seen = {run.drill.name if isinstance(run, Outcome) else run.name for run in runs}
    return promises.Run(
        outcomes=[outcome for outcome in ended if outcome.drill.name != CONTROL],
        controls=[outcome for outcome in ended if outcome.drill.name == CONTROL],
        broken_off=[run for run in runs if isinstance(run, BrokenOff)],
        left_out=[*_impossible(), *(f"`{name}`" for name in _names() if name not in seen)],
        seconds=seconds,
        command=f"python -m drills --scale {scale:g}" if scale != 1 else "make drills",
    )


def _names() -> list[str]:
    on_cluster = [drill.name for drill in ON_CLUSTER]
    on_one_process = [drill.name for drill in ON_ONE_PROCESS if drill.name not in on_cluster]
    return [*on_cluster, *on_one_process, disk_full.__name__, CLOCK, CONTROL]


def _all(folder: Path, names: Sequence[str], scale: float) -> Iterator[Outcome | BrokenOff]:
    yield from _on_one(WholeCluster, ON_CLUSTER, folder, names, scale)
    yield from _on_one(OneProcess, ON_ONE_PROCESS, folder, names, scale)
    for engine in ENGINES:
        if _is_wanted(disk_full.__name__, names) and disk.is_possible():
            run = partial(on_a_full_disk, engine, folder, scale=scale)
            yield _to_its_end(disk_full.__name__, run)
        if _is_wanted(CLOCK, names):
            yield _to_its_end(CLOCK, partial(with_a_clock, engine, folder, scale=scale))
        if _is_wanted(CONTROL, names):
            yield _to_its_end(CONTROL, partial(_control, engine, folder))


def _on_one(
    engine: type[I], drills: Sequence[Drill[I]], folder: Path, names: Sequence[str], scale: float
) -> Iterator[Outcome | BrokenOff]:
    """Drills one after the other on the same installation, as faults come in life."""
    if wanted := gather(names, drills):
        with fresh(engine, folder, engine.__name__) as place:
            for drill in wanted:
                yield _to_its_end(drill.name, partial(rehearse, drill, place, scale=scale))


def _control(engine: type[I], folder: Path) -> Outcome:
    """On an installation of its own, which it damages."""
    with fresh(engine, folder, f"control-{engine.__name__}") as place:
        return rehearse(control(engine), place)


def _to_its_end(name: str, run: Callable[[], Outcome]) -> Outcome | BrokenOff:
    """A drill that breaks off is a promise not kept, and no reason to leave out the others."""
    try:
        with _at_most(LONGEST_DRILL_SECONDS):
            return run()
    except Exception as error:  # noqa: BLE001 -- reported, and the run fails
        traceback.print_exc()
        return BrokenOff(name, f"{type(error).__name__}: {error}"[:500])


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Whatever the block waits for, it does not wait longer."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"It has not come to its end within {seconds} s.")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def _is_wanted(name: str, names: Sequence[str]) -> bool:
    return not names or name in names


def _impossible() -> list[str]:
    """Why a drill cannot be run here."""
    return [] if disk.is_possible() else [disk.WHY_NOT]


def _told(run: Outcome | BrokenOff) -> Outcome | BrokenOff:
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
    main()
