"""The one-process server: it starts, survives being killed, and stops cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.processes import PROJECT, children, free_port, is_answering
from tests.e2e.servers import ClubServer, wait_until

pytestmark = pytest.mark.e2e


def test_it_is_ready_and_says_why(club_server: ClubServer) -> None:
    status, answer = club_server.health()
    assert status == 200
    assert answer["status"] == "ready"
    checks = answer["checks"]
    assert isinstance(checks, dict)
    assert list(checks) == ["database", "migrations", "outbox", "worker"]


def test_it_starts_again_and_stops_cleanly(club_server: ClubServer) -> None:
    club_server.stop()
    assert not is_answering(club_server.port)
    club_server.start()
    club_server.wait_ready()
    club_server.stop()
    assert "Stopped; nothing is lost." in club_server.process.last_words()
    assert "Traceback" not in club_server.process.last_words()


def test_a_start_loads_only_what_it_needs() -> None:
    """Each of these takes most of a second; how long a start takes is in benchmarks/restart.py."""
    code = (
        "import sys, config.wsgi; from django.urls import get_resolver; get_resolver().url_patterns; "
        "print(*{'openpyxl', 'numpy', 'redis', 'weasyprint'} & set(sys.modules))"
    )
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.local"}
    env.pop("REDIS_URL", None)
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        check=True,
        text=True,
    )
    assert loaded.stdout == "\n"


def test_when_the_watching_process_is_killed_the_serving_one_lets_go_of_the_port(
    club_server: ClubServer,
) -> None:
    club_server.stop()
    # Without the guard the other servers have, which would clear up after it.
    with _popen(**club_server.env) as watching:
        club_server.wait_ready()
        watching.kill()
    wait_until(lambda: not is_answering(club_server.port), seconds=10)
    club_server.start()
    club_server.wait_ready()


def serving_processes(server: ClubServer) -> list[int]:
    """What the first process has started; the jobs' process is a child of theirs."""
    return children(server.process.pids[0])


def test_a_serving_process_that_is_killed_is_started_again(club_server: ClubServer) -> None:
    serving = serving_processes(club_server)
    os.kill(serving[0], signal.SIGKILL)
    _wait_for_another(club_server, serving)
    club_server.wait_ready()


def test_a_serving_process_that_is_killed_again_and_again_is_started_each_time(
    club_server: ClubServer,
) -> None:
    for _ in range(5):
        dead = serving_processes(club_server)
        os.kill(dead[0], signal.SIGKILL)
        _wait_for_another(club_server, dead)
        club_server.wait_ready()


def _wait_for_another(server: ClubServer, dead: list[int]) -> None:
    wait_until(lambda: serving_processes(server) not in ([], dead))


def test_a_site_that_cannot_be_loaded_is_not_tried_for_ever() -> None:
    serving = (
        "from deploy.addresses import Address; from deploy.web import serve;"
        f"serve(Address.resolve('127.0.0.1', '{free_port()}'), lambda: 1 / 0)"
    )
    command = [sys.executable, "-c", serving]
    ended = subprocess.run(command, cwd=PROJECT, capture_output=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert b"ZeroDivisionError" in ended.stderr


def test_a_port_in_use_gives_one_clear_line(club_server: ClubServer) -> None:
    complaint = (
        f"Port {club_server.port} is in use; "
        f"stop what runs there or take another: PORT={club_server.port + 1}\n"
    )
    assert _run(**club_server.env) == (1, complaint)


def test_a_data_folder_that_cannot_be_written_to_gives_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    complaint = (
        f"{tmp_path}/file cannot be written to (File exists); "
        "the club's data goes there. Set BARPOINT_VAR to a folder of yours.\n"
    )
    assert _run(BARPOINT_VAR=f"{tmp_path}/file") == (1, complaint)


@pytest.mark.parametrize("port", ["eight", "0", "70000"])
def test_a_port_that_is_none_gives_one_clear_line(port: str) -> None:
    assert _run(PORT=port) == (1, f"PORT={port} is not a port; take a number from 1 to 65535.\n")


def _popen(**env: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "deploy.club"]
    return subprocess.Popen(
        command, cwd=PROJECT, env=os.environ | env, stderr=subprocess.PIPE, text=True
    )


def _run(**env: str) -> tuple[int, str]:
    """How a server that cannot start ends: its exit code and what it complains about."""
    with _popen(**env) as process:
        _, words = process.communicate(timeout=60)
        return process.returncode, words
