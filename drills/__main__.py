"""All drills, one after the other: ``python -m drills``; or some: ``python -m drills valkey_emptied``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from drills import clock, club_drills, cluster_drills, disk, promises
from drills.control import control, is_found
from drills.installations import Installation, OneProcess, WholeCluster
from drills.preparation import fresh, own_folder
from drills.rehearsal import LAG_SECONDS, Drill, I, Outcome, gather, rehearse
from drills.surroundings import disk_full, on_a_full_disk, with_a_clock

ENGINES: tuple[type[Installation], ...] = (WholeCluster, OneProcess)
CLOCK, CONTROL = "clock_a_day_back_and_forth", "planted_losses"


def main() -> None:
    """Run what is asked for; after all of it, write the page."""
    parser = argparse.ArgumentParser(prog="python -m drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="drills to run; default: all")
    parser.add_argument("--scale", type=float, default=1.0, help="the part of all repetitions")
    asked = parser.parse_args()
    known = _names()
    if unknown := [name for name in asked.names if name not in known]:
        sys.exit(f"There is no drill {unknown[0]}; there are {', '.join(known)}.")
    started = time.monotonic()
    with own_folder() as folder:
        outcomes = [_told(outcome) for outcome in _outcomes(folder, asked.names, asked.scale)]
        controls = [_told(outcome) for outcome in _controls(folder, asked.names)]
    scale = f" --scale {asked.scale:g}" if asked.scale != 1 else ""
    run = promises.Run(
        outcomes, controls, _skipped(), time.monotonic() - started, f"python -m drills{scale}"
    )
    if not asked.names:
        promises.write(run)
    print(f"{'Kept' if run.is_kept else 'NOT KEPT'}, in {run.seconds:.0f} s.", flush=True)
    sys.exit(not run.is_kept)


def _names() -> list[str]:
    on_cluster = [drill.name for drill in cluster_drills.DRILLS]
    on_one_process = [drill.name for drill in club_drills.DRILLS]
    return [*on_cluster, *on_one_process, disk_full.__name__, CLOCK, CONTROL]


def _outcomes(folder: Path, names: Sequence[str], scale: float) -> Iterator[Outcome]:
    yield from _on_one(WholeCluster, cluster_drills.DRILLS, folder, names, scale)
    yield from _on_one(OneProcess, club_drills.DRILLS, folder, names, scale)
    for engine in ENGINES:
        if _is_wanted(disk_full.__name__, names) and disk.is_possible():
            yield on_a_full_disk(engine, folder, scale=scale)
        if _is_wanted(CLOCK, names) and clock.library():
            yield with_a_clock(engine, folder, scale=scale)


def _on_one(
    engine: type[I], drills: Sequence[Drill[I]], folder: Path, names: Sequence[str], scale: float
) -> Iterator[Outcome]:
    """Drills one after the other on the same installation, as faults come in life."""
    if wanted := gather(names, drills):
        with fresh(engine, folder, engine.__name__) as place:
            for drill in wanted:
                yield rehearse(drill, place, scale=scale)


def _controls(folder: Path, names: Sequence[str]) -> Iterator[Outcome]:
    if _is_wanted(CONTROL, names):
        for engine in ENGINES:
            with fresh(engine, folder, f"control-{engine.__name__}") as place:
                yield rehearse(control(engine), place)


def _is_wanted(name: str, names: Sequence[str]) -> bool:
    return not names or name in names


def _skipped() -> list[str]:
    possible: list[tuple[object, str]] = [
        (disk.is_possible(), f"`{disk_full.__name__}`. {disk.WHY_NOT}"),
        (clock.library(), f"`{CLOCK}`. {clock.WHY_NOT}"),
    ]
    return [why for is_possible, why in possible if not is_possible]


def _told(outcome: Outcome, say: Callable[..., None] = print) -> Outcome:
    """Say how a drill went."""
    counted = outcome.counted
    if outcome.drill.name == CONTROL:
        verdict = "found what was planted" if is_found(outcome) else "DID NOT FIND what was planted"
    else:
        verdict = "; ".join(outcome.faults) or "kept"
    late = f" (more than {LAG_SECONDS} s)" if outcome.is_late else ""
    say(
        f"{outcome.drill.name}, {outcome.drill.engine.__name__}: {verdict}. {counted.sent} sent, "
        f"{counted.acknowledged} acknowledged, {counted.found} found, {counted.lost} lost, "
        f"{counted.doubled} doubled; lag {outcome.lag:.1f} s{late}; {outcome.seconds:.0f} s in all. "
        f"{'; '.join(outcome.notes)}",
        flush=True,
    )
    return outcome


if __name__ == "__main__":
    main()
