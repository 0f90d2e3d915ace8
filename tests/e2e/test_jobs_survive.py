"""Whatever is killed, a job that was asked for is done, and done once."""

from __future__ import annotations

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
