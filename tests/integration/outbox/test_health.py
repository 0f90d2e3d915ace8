"""What ``/health/`` says, and when it says so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from operations.version import VERSION, build
from outbox import health, worker_signals
from outbox.jobs import perform
from outbox.models import Message
from tests.integration.outbox.conftest import ask

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _working(settings: Settings) -> None:
    """As seen by a web process of the federation engine, with a worker that is alive."""
    settings.OWN_JOBS = False
    worker_signals._give_sign_of_life()


def ready(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/health/ready/")
    return answer.status_code, answer.json()


def test_alive_is_all_that_live_says(client: Client) -> None:
    answer = client.get("/health/live/")
    running = {"version": VERSION, "build": build()}
    assert (answer.status_code, answer.json()) == (200, {"status": "live", **running})
    assert "no-store" in answer["Cache-Control"]


def test_live_asks_nobody(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get("/health/live/")


def test_ready_when_every_part_is_well(client: Client) -> None:
    assert ready(client) == (
        200,
        {
            "status": "ready",
            "version": VERSION,
            "build": build(),
            "checks": {
                "database": {"ok": True, "detail": connection.vendor},
                "migrations": {"ok": True, "detail": "0 not applied"},
                "outbox": {"ok": True, "detail": "0 waiting, the oldest for 0 s, 0 failing"},
                "worker": {"ok": True, "detail": "alive"},
            },
        },
    )


def test_not_ready_without_a_worker(client: Client) -> None:
    cache.delete(worker_signals.ALIVE)
    status, answer = ready(client)
    assert (status, answer["status"]) == (503, "not ready")
    assert answer["checks"]["worker"] == {"ok": False, "detail": "no sign of life"}


def test_not_ready_if_this_server_should_do_jobs_and_does_not(
    client: Client, settings: Settings
) -> None:
    settings.OWN_JOBS = True
    assert ready(client)[0] == 503


def test_not_ready_when_a_job_waits_for_minutes(client: Client) -> None:
    ask()
    Message.objects.update(created_at=timezone.now() - timedelta(seconds=130))
    status, answer = ready(client)
    assert status == 503
    assert answer["checks"]["outbox"] == {
        "ok": False,
        "detail": "1 waiting, the oldest for 130 s, 0 failing",
    }


def test_a_job_that_fails_is_counted_but_takes_nobody_down(client: Client) -> None:
    perform(ask("broken", "tests.break_down"))
    Message.objects.update(created_at=timezone.now() - timedelta(days=1))
    status, answer = ready(client)
    assert status == 200
    assert answer["checks"]["outbox"]["detail"] == "0 waiting, the oldest for 0 s, 1 failing"


@pytest.mark.slow  # the quick tests make their tables without migrations
def test_not_ready_before_the_last_migration(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("outbox", "0004_mail")
    try:
        status, answer = ready(client)
    finally:
        recorder.record_applied("outbox", "0004_mail")
    assert status == 503
    assert answer["checks"]["migrations"] == {"ok": False, "detail": "1 not applied"}


def test_not_ready_without_a_database(client: Client) -> None:
    good = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = "/nowhere/at/all"
    try:
        status, answer = ready(client)
    finally:
        connection.settings_dict["NAME"] = good
    assert status == 503
    assert list(answer["checks"]) == ["database"]
    assert answer["checks"]["database"]["ok"] is False
