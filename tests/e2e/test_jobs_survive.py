"""Whatever is killed, a job that was asked for is done, and done once."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
import redis

from tests.e2e.servers import ClubServer, ClusterServer, Server, wait_until

pytestmark = pytest.mark.e2e


def ask(server: Server, name: str, seconds: float = 0) -> float:
    """Ask for a job from another process; how long it was kept waiting."""
    code = f"from tests.e2e.jobs import ask; print(ask({name!r}, {seconds}))"
    return float(server.manage("shell", "-v", "0", "-c", code))


def is_started(server: Server, name: str) -> bool:
    return (server.folder / f"{name}.started").exists()


def is_done(server: Server, name: str) -> bool:
    """Whether the job has taken effect and nothing of it is left to do."""
    groups = server.query(f"SELECT count(*) FROM auth_group WHERE name = '{name}'")
    return groups == [(1,)] and server.query("SELECT * FROM outbox_message") == []


def failures(server: Server) -> list[tuple[str]]:
    return server.query("SELECT last_error FROM outbox_message WHERE attempts > 0")


def job_processes(server: ClubServer) -> list[int]:
    """Those that do the jobs of a club's own server."""
    return [pid for pid in server.process.pids if b"outbox.job_process" in command_of(pid)]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_running(pid: int) -> bool:
    return command_of(pid) != b""


def test_a_club_server_killed_during_a_job_does_it_after_the_next_start(
    club_server: ClubServer,
) -> None:
    ask(club_server, "chess", seconds=3)
    wait_until(lambda: is_started(club_server, "chess"))
    club_server.kill()
    assert not is_done(club_server, "chess")
    club_server.start()
    wait_until(lambda: is_done(club_server, "chess"))


def test_a_club_server_stopped_during_a_job_finishes_it_first(club_server: ClubServer) -> None:
    ask(club_server, "chess", seconds=2)
    wait_until(lambda: is_started(club_server, "chess"))
    club_server.stop()
    assert is_done(club_server, "chess")


def test_a_job_process_killed_during_a_job_is_replaced_by_the_server(
    club_server: ClubServer,
) -> None:
    ask(club_server, "chess", seconds=3)
    wait_until(lambda: is_started(club_server, "chess"))
    (killed,) = job_processes(club_server)
    os.kill(killed, signal.SIGKILL)
    assert not is_done(club_server, "chess")
    wait_until(lambda: is_done(club_server, "chess"))
    (replaced,) = job_processes(club_server)
    assert replaced != killed
    wait_until(lambda: club_server.health()[0] == 200)


def test_a_serving_process_that_is_killed_leaves_no_job_process_behind(
    club_server: ClubServer,
) -> None:
    (left,) = job_processes(club_server)
    serving = parent_of(left)
    os.kill(serving, signal.SIGKILL)
    wait_until(lambda: not is_running(left))
    wait_until(lambda: len(job_processes(club_server)) == 1)
    ask(club_server, "chess")
    wait_until(lambda: is_done(club_server, "chess"))


def test_a_worker_killed_during_a_job_is_replaced_by_any_other(cluster: ClusterServer) -> None:
    ask(cluster, "chess", seconds=3)
    wait_until(lambda: is_started(cluster, "chess"))
    cluster.worker.kill()
    assert not is_done(cluster, "chess")
    cluster.start_worker()
    wait_until(lambda: is_done(cluster, "chess"))
    assert failures(cluster) == []


def test_what_nobody_was_woken_for_is_swept_up(cluster: ClusterServer) -> None:
    cluster.worker.stop()
    ask(cluster, "chess")
    with redis.Redis.from_url(cluster.env["REDIS_URL"]) as broker:
        broker.flushall()
    cluster.start_worker()
    wait_until(lambda: is_done(cluster, "chess"))


def test_a_wake_up_delivered_many_times_does_the_job_once(cluster: ClusterServer) -> None:
    cluster.worker.stop()
    ask(cluster, "chess", seconds=0.5)
    with redis.Redis.from_url(cluster.env["REDIS_URL"]) as broker:
        cluster.manage("outbox", "wake")
        # Beat's are there as well.
        wake_up = next(line for line in broker.lrange("celery", 0, -1) if b"outbox.drain" in line)
        broker.rpush("celery", *[wake_up] * 9)
        cluster.start_worker()
        wait_until(lambda: is_done(cluster, "chess"))
        wait_until(lambda: broker.llen("celery") == 0)
    assert is_done(cluster, "chess")
    assert "failed" not in cluster.worker.last_words()


def is_done_by_what_is_kept_running(cluster: ClusterServer, name: str) -> bool:
    cluster.keep_running()
    return is_done(cluster, name)


def test_a_dead_broker_keeps_nobody_waiting_and_is_made_up_for_when_it_is_back(
    cluster: ClusterServer,
) -> None:
    if cluster.valkey is None:
        pytest.skip("The broker named by TEST_REDIS_URL is not ours to kill.")
    cluster.valkey.process.kill()
    assert ask(cluster, "chess") < 1
    assert cluster.health()[0] == 503
    assert not is_done(cluster, "chess")
    cluster.valkey.process.start()
    # Celery's worker now and then dies of a lost broker instead of coming back to it.
    wait_until(lambda: is_done_by_what_is_kept_running(cluster, "chess"))
    cluster.wait_ready()
    # Half a minute is what a worker takes to leave that has lost its broker once.
    cluster.kill()
