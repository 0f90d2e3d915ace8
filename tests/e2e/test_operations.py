"""Metrics and logs of whole servers, on both engines."""

from __future__ import annotations

import json
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, ClusterServer, Server, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

JOBS = ("tournaments.refresh_snapshot", "matches.rate_match")


@pytest.fixture(autouse=True)
def _log_as_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "json")
    monkeypatch.setenv("LOG_LEVEL", "INFO")


def metric(server: Server, name: str, **labels: str) -> float:
    """The sum of all lines of a metric that have these labels."""
    with urllib.request.urlopen(f"{server.base_url}/metrics", timeout=10) as answer:
        found = text_string_to_metric_families(answer.read().decode())
    return sum(
        sample.value
        for family in found
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


def play(server: Server) -> str:
    """One result, and the id that its request was given."""
    director = Director(server)
    slug = director.set_up("Counted", 4)
    match = director.ready(slug)[0]
    path = f"matches/{match['id']}/result/"
    headers = {"X_Request_ID": "result-from-table-1"}
    assert director.ask("POST", path, {"score": [5, 0]}, **headers).status == 200
    assert metric(server, "barpoint_requests_total", method="POST", status="200") >= 1
    for job in JOBS:
        wait_until(partial(_is_done, server, job))
    return director.authorization.removeprefix("Bearer ")


def _is_done(server: Server, job: str) -> bool:
    return (
        metric(server, "barpoint_jobs_total", job=job, outcome="done") >= 1
        and metric(server, "barpoint_job_lag_seconds_count", job=job) >= 1
        and metric(server, "barpoint_outbox_messages", job=job) == 0
    )


def logged(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text().splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def jobs_done(path: Path, request_id: str) -> set[object]:
    """What was done for a request; one run may do for several, and names them all."""
    return {
        line["job"]
        for line in logged(path)
        if "job" in line
        and request_id in (line.get("request_id"), *line.get("also_for", "").split())
    }


def test_a_club(club_server: ClubServer) -> None:
    token = play(club_server)
    assert jobs_done(club_server.process.log, "result-from-table-1") == set(JOBS)
    assert token not in club_server.process.log.read_text()


def test_a_federation(cluster: ClusterServer) -> None:
    token = play(cluster)
    assert jobs_done(cluster.worker.log, "result-from-table-1") == set(JOBS)
    requests = [line for line in logged(cluster.web.log) if line["logger"] == "barpoint.requests"]
    assert "result-from-table-1" in {line["request_id"] for line in requests}
    assert token not in cluster.web.log.read_text() + cluster.worker.log.read_text()
    before = metric(cluster, "barpoint_jobs_total", job=JOBS[1])
    cluster.worker.kill()
    cluster.start_worker()
    # What the worker had counted and written is not lost with it.
    assert metric(cluster, "barpoint_jobs_total", job=JOBS[1]) >= before
