"""The drills in two lanes, each a process of its own: one after the other they take too long.

The cluster's drills go one after the other on one installation. Beside them go the one process's, and
those that need an installation of their own.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Empty

from drills import club_drills, cluster_drills, disk, restoring
from drills.control import control, planted_losses
from drills.installations import Installation, OneProcess, WholeCluster
from drills.preparation import fresh, own_folder
from drills.rehearsal import BrokenOff, Drill, I, Outcome, gather, rehearse
from drills.surroundings import (
    clock_a_day_back_and_forth,
    disk_full,
    on_a_full_disk,
    with_a_clock,
)

# The backup first: it takes the longer the more there is to restore.
ON_CLUSTER = [restoring.backup(WholeCluster), *cluster_drills.DRILLS]
ON_ONE_PROCESS = [restoring.backup(OneProcess), *club_drills.DRILLS]
ENGINES: tuple[type[Installation], ...] = (WholeCluster, OneProcess)
DISK, CLOCK = disk_full.__name__, clock_a_day_back_and_forth.__name__
CONTROL = planted_losses.__name__
LONGEST_DRILL_SECONDS = 480
"""The longest takes three minutes on a machine that has time."""
LOOK_SECONDS = 1

Ended = Outcome | BrokenOff
Lane = Callable[[Path, Sequence[str], float], Iterator[Ended]]


def names_of_all() -> list[str]:
    """By which drills can be asked for."""
    on_cluster = [drill.name for drill in ON_CLUSTER]
    on_one_process = [drill.name for drill in ON_ONE_PROCESS]
    return list(dict.fromkeys([*on_cluster, *on_one_process, DISK, CLOCK, CONTROL]))


def side_by_side(names: Sequence[str], scale: float) -> Generator[Ended, None, None]:
    """Run the drills that are asked for, all if none is, and give each as it ends."""
    context = multiprocessing.get_context("spawn")
    told: Queue[Ended | None] = context.Queue()
    processes = [
        context.Process(target=_go, args=(lane, names, scale, told), name=lane.__name__)
        for lane in (_cluster_lane, _other_lane)
    ]
    for process in processes:
        process.start()
    try:
        yield from _collected(told, processes)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _collected(told: Queue[Ended | None], processes: Sequence[BaseProcess]) -> Iterator[Ended]:
    """What the lanes tell, until each has said that it is done; or has ended without a word."""
    going = len(processes)
    while going:
        try:
            ended = told.get(timeout=LOOK_SECONDS)
        except Empty:
            # One that was told to end by somebody else ends well, and says nothing.
            failed = [process for process in processes if process.exitcode]
            if failed or not any(process.is_alive() for process in processes):
                ended_so = ", ".join(f"{process.name}: {process.exitcode}" for process in processes)
                yield BrokenOff("lanes", f"They did not come to their end ({ended_so}).")
                return
            continue
        if ended is None:
            going -= 1
        else:
            yield ended


def _go(lane: Lane, names: Sequence[str], scale: float, told: Queue[Ended | None]) -> None:
    # Installations are stopped on the way out. The process that started the lanes ends them: Ctrl-C goes
    # to everybody at once, and would come a second time while they are stopped.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), own_folder() as folder:
        for ended in lane(folder, names, scale):
            told.put(ended)
        told.put(None)


def _cluster_lane(folder: Path, names: Sequence[str], scale: float) -> Iterator[Ended]:
    yield from _on_one(WholeCluster, ON_CLUSTER, folder, names, scale)


def _other_lane(folder: Path, names: Sequence[str], scale: float) -> Iterator[Ended]:
    yield from _on_one(OneProcess, ON_ONE_PROCESS, folder, names, scale)
    for engine in ENGINES:
        if _is_wanted(DISK, names) and disk.is_possible():
            yield _to_its_end(DISK, partial(on_a_full_disk, engine, folder, scale=scale))
        if _is_wanted(CLOCK, names):
            yield _to_its_end(CLOCK, partial(with_a_clock, engine, folder, scale=scale))
        if _is_wanted(CONTROL, names):
            yield _to_its_end(CONTROL, partial(_control, engine, folder))


def _on_one(
    engine: type[I], drills: Sequence[Drill[I]], folder: Path, names: Sequence[str], scale: float
) -> Iterator[Ended]:
    """Drills one after the other on the same installation, as faults come in life."""
    if wanted := gather(names, drills):
        with fresh(engine, folder, engine.__name__) as place:
            for drill in wanted:
                yield _to_its_end(drill.name, partial(rehearse, drill, place, scale=scale))


def _control(engine: type[I], folder: Path) -> Outcome:
    """On an installation of its own, which it damages."""
    with fresh(engine, folder, f"control-{engine.__name__}") as place:
        return rehearse(control(engine), place)


def _to_its_end(name: str, run: Callable[[], Outcome]) -> Ended:
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
