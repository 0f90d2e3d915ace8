"""An id goes with a request: to its answer, its lines in the log, and the jobs it causes."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from matches.models import Match
from operations.logs import formatter
from operations.request_ids import current
from outbox.jobs import batch_job, job
from outbox.models import Message
from outbox.services import enqueue, run_pending
from tests.integration.factories import a_club, a_drawn_stage, a_token

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

seen: list[str] = []


@job
def first() -> None:
    """Ask for another."""
    seen.append(current())
    enqueue("tests.second")


@job
def second() -> None:
    """Fail, so that it is logged."""
    seen.append(current())
    raise ValueError("the dice fell off the table")


@batch_job
def third(*numbers: int) -> None:
    """Do all of them at once."""


class Lines(logging.Handler):
    """The log as production writes it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(formatter("json"))
        self.lines: list[dict[str, object]] = []
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        written = self.format(record)
        self.text += written
        self.lines.append(json.loads(written))


@pytest.fixture
def log() -> Iterator[Lines]:
    handler = Lines()
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


def test_a_request_gets_an_id_or_keeps_its_own(client: Client) -> None:
    made = client.get("/health/live/")["X-Request-ID"]
    assert len(made) == 32
    own = client.get("/health/live/", headers={"X-Request-ID": "proxy-4711-abc"})
    assert own["X-Request-ID"] == "proxy-4711-abc"
    refused = client.get("/health/live/", headers={"X-Request-ID": "<b>no</b> id at all"})
    assert len(refused["X-Request-ID"]) == 32


def test_errors_have_one_too(client: Client) -> None:
    assert client.get("/nowhere/")["X-Request-ID"]
    assert client.get("/api/v1/nowhere/")["X-Request-ID"]


def test_a_result_and_the_jobs_it_causes_share_an_id(client: Client, log: Lines) -> None:
    club = a_club()
    a_drawn_stage(club, 4)
    run_pending()
    log.lines.clear()
    match = Match.objects.order_by("pk")[0]
    answer = client.post(
        f"/api/v1/matches/{match.pk}/result/",
        {"score": [match.length, 0]},
        content_type="application/json",
        headers={
            "X-Request-ID": "the-result-of-table-4",
            "Authorization": f"Bearer {a_token(club)}",
        },
    )
    assert answer.status_code == 200
    asked = Message.objects.values_list("job", "request_id")
    assert dict(asked) == {
        "tournaments.refresh_snapshot": "the-result-of-table-4",
        "matches.rate_match": "the-result-of-table-4",
    }
    run_pending()
    done = {(line["job"], line["request_id"]) for line in log.lines if line["message"] == "done"}
    assert done == {
        ("tournaments.refresh_snapshot", "the-result-of-table-4"),
        ("matches.rate_match", "the-result-of-table-4"),
    }


def test_what_a_job_asks_for_belongs_to_the_same_request(log: Lines) -> None:
    seen.clear()
    Message.objects.create(job="tests.first", request_id="long-way-home")
    run_pending()
    assert seen == ["long-way-home", "long-way-home"]
    (failure,) = [line for line in log.lines if line["level"] == "error"]
    assert (failure["request_id"], failure["job"]) == ("long-way-home", "tests.second")


def test_one_run_for_many_names_those_it_did_for(log: Lines) -> None:
    for number in (1, 2, 3):
        Message.objects.create(job="tests.third", args=[number], request_id=f"request-{number}")
    run_pending()
    (done,) = [line for line in log.lines if line["message"] == "done"]
    assert done["request_id"] == "request-1"
    assert done["also_for"] == "request-2 request-3"


def test_a_line_a_request_without_its_secrets(client: Client, log: Lines) -> None:
    secret = "9f86d081884c7d659a2feaa0c55ad015"
    client.get(f"/t/{secret}/?email=anna@example.org")
    (line,) = [line for line in log.lines if line["logger"] == "barpoint.requests"]
    assert (line["method"], line["path"], line["status"], line["view"]) == (
        "GET",
        "/t/[…]/",
        404,
        "pad",
    )
    assert secret not in log.text
    assert "anna" not in log.text


def test_signing_in_leaves_neither_address_nor_password(client: Client, log: Lines) -> None:
    said = {"login": "berta@example.org", "password": "no-such-password-9"}
    for _ in range(3):
        client.post("/accounts/login/", said)
    assert "barpoint.requests" in log.text
    for secret in (*said.values(), "berta"):
        assert secret not in log.text
