"""What is done to a club's own server, as ``make run`` starts it, while people report results."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from drills import killing
from drills.dying import AFTER_COMMIT, BEFORE_ANSWER, STATEMENT
from drills.installations import OneProcess
from drills.parts import kill
from drills.rehearsal import Drill, Scene

Club = Scene[OneProcess]
DRILLS: list[Drill[OneProcess]] = []
"""In the order in which they are run."""
MOST_COPIES = 100


def keeps(promise: str) -> Callable[[Callable[[Club], None]], Callable[[Club], None]]:
    """Make a function a drill for a promise."""

    def register(fault: Callable[[Club], None]) -> Callable[[Club], None]:
        DRILLS.append(Drill(promise, fault, OneProcess))
        return fault

    return register


@keeps("A result that was answered is kept; one that was not is there whole or not at all.")
def club_killed_between_commit_and_answer(scene: Club) -> None:
    """The serving process is killed (SIGKILL) after the commit: in turn before the jobs are
    woken, and before the answer; the process that watches over it starts another.
    """
    killing.web_processes(scene, [AFTER_COMMIT, BEFORE_ANSWER], kills=scene.times(100))


@keeps("A change is written as a whole or not at all.")
def club_killed_within_the_transaction(scene: Club) -> None:
    """The serving process is killed as it is about to send the 1st, 2nd, … 20th statement of a request."""
    moments = [f"{STATEMENT}{number}" for number in range(1, 21)]
    killing.web_processes(scene, moments, kills=scene.times(20))


@keeps("A flat battery in the middle of an evening loses nothing that was answered.")
def club_killed_at_any_moment(scene: Club) -> None:
    """Both processes of the server are killed, whatever they are doing, and it is started again, five
    times.
    """
    for _ in range(scene.times(5)):
        serving = scene.place.serving_pid()
        # It must not start another meanwhile.
        os.kill(scene.place.pid, signal.SIGSTOP)
        if serving is not None:
            kill(serving)
        scene.place.kill()
        scene.place.start()
        time.sleep(1)


@keeps(
    "What a power cut leaves of the SQLite files is whole, with all that was answered before it."
)
def power_cut_copies(scene: Club) -> None:
    """The database and its log are copied while results are written, as the disk would have them after
    a power cut; each copy is opened, checked and searched for what was acknowledged before it was
    made. Thirty copies; a third of them lose the end of the log, and must be whole all the same.
    """
    searched = 0
    for number in range(scene.times(30)):
        before = scene.tally.acknowledged_by_match()
        copy = _copied(scene.place.database, scene.place.folder / f"power-cut-{number}")
        is_torn = number % 3 == 2
        if is_torn:
            _tear_the_end_off(copy.with_name(copy.name + "-wal"))
        searched += _check(copy, {} if is_torn else before)
        shutil.rmtree(copy.parent)
        time.sleep(0.2)
    scene.notes.append(f"{scene.times(30)} copies, {searched} results looked for in them")


def _copied(database: Path, folder: Path) -> Path:
    """As a disk would have the files.

    A checkpoint moves pages from the log into the database. If one did so between the two copies,
    they are of two moments, which no power cut leaves, and are made again.
    """
    folder.mkdir()
    for _ in range(MOST_COPIES):
        generation = _generation(database)
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{database}{suffix}", folder / f"{database.name}{suffix}")
        if _generation(database) == generation:
            return folder / database.name
    raise TimeoutError("No two copies of one moment could be made.")


def _generation(database: Path) -> tuple[bytes, int]:
    """Changes when a checkpoint writes into the database, and when the log starts again."""
    with Path(f"{database}-wal").open("rb") as log:
        return log.read(32), database.stat().st_mtime_ns


def _tear_the_end_off(log: Path) -> None:
    """The last page was not written as a whole."""
    size = log.stat().st_size
    if size > 5000:
        with log.open("r+b") as file:
            file.truncate(size - 2500)


def _check(copy: Path, acknowledged: dict[int, int]) -> int:
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        recorded = dict(
            connection.execute(
                "SELECT match_id, count(*) FROM matches_matchevent WHERE kind = 'entered' GROUP BY 1"
            ).fetchall()
        )
    missing = {
        match: (wanted, recorded.get(match, 0))
        for match, wanted in acknowledged.items()
        if recorded.get(match, 0) < wanted
    }
    assert not missing, f"{copy}: acknowledged, and not in the copy: {missing}"
    return sum(acknowledged.values())
