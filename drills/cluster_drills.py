"""What is done to the federation engine, as ``make cluster`` starts it, while people report results."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from deploy.processes import PROJECT, offspring, surroundings
from drills import killing, parts
from drills.dying import AFTER_COMMIT, BEFORE_ANSWER, STATEMENT
from drills.installations import STOP_SECONDS, WholeCluster
from drills.parts import kill, paused, wait_until
from drills.rehearsal import Drill, Scene

Cluster = Scene[WholeCluster]
DRILLS: list[Drill[WholeCluster]] = []
"""In the order in which they are run."""


def keeps(promise: str) -> Callable[[Callable[[Cluster], None]], Callable[[Cluster], None]]:
    """Make a function a drill for a promise."""

    def register(fault: Callable[[Cluster], None]) -> Callable[[Cluster], None]:
        DRILLS.append(Drill(promise, fault, WholeCluster))
        return fault

    return register


@keeps("A result that was answered is kept; one that was not is there whole or not at all.")
def web_killed_between_commit_and_answer(scene: Cluster) -> None:
    """A web process is killed (SIGKILL) after the commit: in turn before the workers are woken,
    and before the answer goes out to the client, who asks again with the same key.
    """
    killing.web_processes(scene, [AFTER_COMMIT, BEFORE_ANSWER], kills=scene.times(200))


@keeps("A change is written as a whole or not at all.")
def web_killed_within_the_transaction(scene: Cluster) -> None:
    """A web process is killed as it is about to send the 1st, 2nd, … 20th statement of a request."""
    moments = [f"{STATEMENT}{number}" for number in range(1, 21)]
    killing.web_processes(scene, moments, kills=scene.times(20))


@keeps("A job that was asked for is done, whichever worker dies over it.")
def worker_killed_in_the_middle_of_a_job(scene: Cluster) -> None:
    """Somebody else holds the rating pool, so that a worker waits in the middle of its job; that very
    process is killed, in turn with its parent.
    """
    place = scene.place
    for number in range(scene.times(4)):
        with psycopg.connect(place.env["DATABASE_URL"]) as connection:
            connection.execute("SELECT * FROM matches_ratingpool FOR UPDATE")
            child = _process_that_waits(place)
            kill(child if number % 2 else _worker_of(place, child))
    scene.notes.append(f"{scene.times(4)} kills")


def _process_that_waits(place: WholeCluster) -> int:
    """A worker's process whose connection waits for a lock, once there is one."""
    found: list[int] = []

    def are_there() -> bool:
        found.extend(_processes_that_wait(place))
        return bool(found)

    wait_until(are_there, "a worker waits for the rating pool")
    return found[0]


def _processes_that_wait(place: WholeCluster) -> list[int]:
    waiting = place.query(
        "SELECT client_port FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        " AND query LIKE '%matches_ratingpool%'"
    )
    among = [pid for worker in place.workers() for pid in offspring(worker)]
    found = (parts.owner_of_port(port, among) for (port,) in waiting)
    return [pid for pid in found if pid is not None]


def _worker_of(place: WholeCluster, child: int) -> int:
    return next(worker for worker in place.workers() if child in offspring(worker))


@keeps("While no worker is there results are taken; what follows from them comes when one is back.")
def all_workers_away(scene: Cluster) -> None:
    """Both workers stand still (SIGSTOP) for ten seconds, then they are killed; the cluster starts
    them again.
    """
    workers = scene.place.workers()
    with paused(*workers):
        time.sleep(scene.seconds(10))
        for worker in workers:
            kill(worker)
    wait_until(
        lambda: not set(workers) & set(scene.place.workers()), "both workers are started again"
    )


@keeps("A dead broker fails no request, and loses no job.")
def valkey_killed(scene: Cluster) -> None:
    """Valkey, which keeps nothing on disk, is killed again as soon as it is back, five times."""
    for _ in range(scene.times(5)):
        kill(scene.place.part("valkey"))
        time.sleep(1.5)
        wait_until(scene.place.is_broker_up, "Valkey answers")


@keeps("A broker that forgets everything loses no job.")
def valkey_emptied(scene: Cluster) -> None:
    """FLUSHALL, every second for ten seconds: messages, sessions of workers, cache and counters."""
    for _ in range(scene.times(10)):
        with scene.place.broker() as broker:
            broker.flushall()
        time.sleep(1)


@keeps("A broker that hangs holds nobody up for long, and loses no job.")
def valkey_paused(scene: Cluster) -> None:
    """Valkey stands still (SIGSTOP) for ten seconds: connections stay open, nothing is answered."""
    with paused(scene.place.part("valkey")):
        time.sleep(scene.seconds(10))


@keeps("A restart of the database loses nothing, and nobody has to restart anything else.")
def postgresql_restarted(scene: Cluster) -> None:
    """PostgreSQL is told to stop without waiting for its clients (SIGINT), and is started again, three
    times.
    """
    for _ in range(scene.times(3)):
        _end_postgresql(scene.place, signal.SIGINT)


@keeps("A crash of the database loses nothing that was answered.")
def postgresql_killed(scene: Cluster) -> None:
    """PostgreSQL is killed (SIGKILL) twice, and then the process that watches over it; each time it
    recovers from its log.
    """
    for _ in range(scene.times(2)):
        _end_postgresql(scene.place, signal.SIGKILL)
    before = scene.place.part("postgresql")
    kill(parts.guards(scene.place.pid)["postgresql"])
    _wait_for_another_postgresql(scene.place, before)


def _end_postgresql(place: WholeCluster, how: signal.Signals) -> None:
    before = place.part("postgresql")
    os.kill(before, how)
    _wait_for_another_postgresql(place, before)
    time.sleep(2)


def _wait_for_another_postgresql(place: WholeCluster, before: int) -> None:
    wait_until(lambda: place.part("postgresql") != before, "PostgreSQL is started again")
    wait_until(place.is_database_up, "PostgreSQL takes connections")


@keeps("Connections to the database that are cut are opened again.")
def connections_cut(scene: Cluster) -> None:
    """pg_terminate_backend for every connection there is, every second for ten seconds."""
    for _ in range(scene.times(10)):
        scene.place.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        time.sleep(1)


@keeps("A message that comes twice, late or before an earlier one does no harm.")
def messages_twice_and_out_of_order(scene: Cluster) -> None:
    """The workers stand still while messages gather; each is put into the queue three times, in
    another order, and the workers go on.
    """
    gathered = 0
    for _ in range(scene.times(3)):
        with paused(*scene.place.workers()), scene.place.broker() as broker:
            time.sleep(3)
            messages = broker.lrange("celery", 0, -1)
            assert isinstance(messages, list)
            gathered += len(messages)
            if shuffled := random.sample(messages * 3, 3 * len(messages)):
                broker.delete("celery")
                broker.lpush("celery", *shuffled)
        time.sleep(1)
    scene.notes.append(f"{gathered} messages three times")


@keeps("A second beat, started by mistake, does no harm.")
def two_beats(scene: Cluster) -> None:
    """Another beat runs beside the first for fifteen seconds."""
    with (scene.place.folder / "beat2.log").open("ab") as log:
        beat = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", "beat"],
            cwd=PROJECT,
            env=surroundings() | scene.place.env,
            stdout=log,
            stderr=log,
        )
        time.sleep(scene.seconds(15))
        assert beat.poll() is None, "the second beat did not run"
        beat.terminate()
        try:
            beat.wait(STOP_SECONDS)
        finally:
            beat.kill()


@keeps("Whatever part is killed is started again, by nobody’s hand.")
def everything_killed_in_turn(scene: Cluster) -> None:
    """Each of the seven processes is killed, a second after the other, and each guard after that."""
    place = scene.place
    for name in sorted(parts.parts(place.pid)):
        kill(place.part(name))
        time.sleep(1)
    if scene.scale >= 1:
        for name in sorted(parts.guards(place.pid)):
            if guard := parts.guards(place.pid).get(name):
                kill(guard)
            time.sleep(1)
    wait_until(
        lambda: place.is_database_up() and place.is_broker_up() and place.is_serving(),
        "every part answers",
    )
    place.workers()


@keeps("When the whole machine dies, nothing is lost and nothing is left running.")
def whole_cluster_killed(scene: Cluster) -> None:
    """The process that started everything is killed, with PostgreSQL in the same moment; all the rest
    ends by itself, and the cluster is started again.
    """
    everyone = offspring(scene.place.pid)
    os.kill(scene.place.pid, signal.SIGSTOP)
    kill(scene.place.part("postgresql"))
    scene.place.kill()
    left = [pid for pid in everyone if Path(f"/proc/{pid}").exists()]
    assert not left, f"left behind: {[parts.command_of(pid) for pid in left]}"
    scene.place.start()
