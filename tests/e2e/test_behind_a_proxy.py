"""Behind a proxy, a client is known by the address that the proxy saw, whatever it says itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from deploy.processes import PROJECT, Child, free_port, is_answering
from tests.e2e.conftest import _copy_of, _running
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e

CLIENT = "127.0.0.2"
"""Another address of this machine than the proxy's own."""


@pytest.fixture
def server(
    prepared_club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ClubServer]:
    monkeypatch.setenv("PROXIES_IN_FRONT", "1")
    with _running(ClubServer(_copy_of(prepared_club, tmp_path / "club"))) as behind:
        yield behind


@pytest.fixture
def proxy(server: ClubServer, tmp_path: Path) -> Iterator[int]:
    port = free_port()
    process = Child(
        [sys.executable, "-m", "tests.e2e.proxy", str(port), str(server.port)],
        log=tmp_path / "proxy.log",
        is_ready=lambda: is_answering(port),
    )
    process.start()
    yield port
    process.stop()


def asked(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=(CLIENT, 0))
    sent = None if body is None else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, sent, {"Content-Type": "application/json", **named})
    answer = connection.getresponse()
    read = json.load(answer)
    connection.close()
    return answer.status, read


def test_a_client_is_known_by_the_address_that_the_proxy_saw(
    server: ClubServer, proxy: int
) -> None:
    token = server.manage("create_token", "--club", "limmat", "--role", "director")
    who = {"Authorization": f"Bearer {token}"}
    _, found = asked(proxy, "GET", "/api/v1/matches/?status=ready", **who)
    path = f"/api/v1/matches/{found['results'][0]['id']}/"
    forged = {"X_Forwarded_For": "6.6.6.6"}
    assert asked(proxy, "POST", f"{path}start/", {}, **who, **forged)[0] == 200
    _, lines = asked(proxy, "GET", f"{path}events/", **who)
    assert [line["address"] for line in lines if line["kind"] == "started"] == [CLIENT]
    assert "6.6.6.6" not in {line["address"] for line in lines}


def test_whoever_comes_past_the_proxy_is_refused(server: ClubServer, proxy: int) -> None:
    status, read = asked(server.port, "GET", "/api/v1/clubs/")
    assert (status, read["errors"][0]["code"]) == (400, "not_through_the_proxy")
    assert asked(server.port, "GET", "/health/ready/")[0] == 200
    assert asked(proxy, "GET", "/api/v1/clubs/")[0] == 200


@pytest.mark.parametrize("number", ["-1", "9", "one"])
def test_a_number_of_proxies_that_cannot_be_stops_the_start(number: str) -> None:
    started = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=PROJECT,
        env=os.environ
        | {"PROXIES_IN_FRONT": number, "DJANGO_SETTINGS_MODULE": "config.settings.testing"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode != 0
    assert "PROXIES_IN_FRONT" in started.stderr
