"""Drills that need more than an installation: a disk that can be filled, a clock that can be set."""

from __future__ import annotations

import time
from pathlib import Path

from drills.clock import SETTLE_SECONDS, Clock
from drills.disk import filled, small_disk
from drills.installations import Installation, OneProcess
from drills.preparation import fresh
from drills.rehearsal import Drill, I, Outcome, Scene, rehearse

DAY = 24 * 60 * 60
MEGABYTES = 600
"""Room for an installation and all that an evening writes."""


def on_a_full_disk(engine: type[I], folder: Path, *, scale: float) -> Outcome:
    """The whole installation stands on a small disk."""
    with (
        small_disk(folder / f"disk-{engine.__name__}", megabytes=MEGABYTES) as disk,
        fresh(engine, folder, f"disk-{engine.__name__}/place") as place,
    ):
        # Found by the drill in what it is given.
        assert place.folder.parent == disk
        return rehearse(Drill(FULL_DISK, disk_full, engine), place, scale=scale)


FULL_DISK = "On a full disk results are refused, not lost; with room again, all goes on."


def disk_full(scene: Scene[I]) -> None:
    """The disk with the database, the logs and everything else has not one byte left for ten seconds."""
    with filled(scene.place.folder.parent):
        time.sleep(scene.seconds(10))
    _wait_serving(scene.place)


def with_a_clock(engine: type[I], folder: Path, *, scale: float) -> Outcome:
    """All processes of the installation go by a clock of their own."""
    clock = Clock(folder / f"clock-{engine.__name__}")
    with fresh(engine, folder, f"clocked-{engine.__name__}", clock.env) as place:
        return rehearse(Drill(TIME, clock_a_day_back_and_forth, engine), place, scale=scale)


TIME = "A clock that is set loses nothing and stops no job."


def clock_a_day_back_and_forth(scene: Scene[I]) -> None:
    """The clock of the machine goes a day ahead, a day back, another day back, and then right again, with
    seconds in between.
    """
    clock = Clock.named_by(scene.place.env)
    for ahead in (DAY, 0, -DAY, 0):
        clock.set(ahead)
        time.sleep(SETTLE_SECONDS + scene.seconds(4))


def _wait_serving(place: Installation) -> None:
    """The room is there again; who died of it is started again by whoever looks after it."""
    if isinstance(place, OneProcess) and not place.is_running:
        place.start()
