"""What ``/metrics`` tells, and to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries, Settings

from operations.version import VERSION, build
from outbox.jobs import job
from outbox.models import Message
from outbox.services import enqueue, run_pending
from tests.integration.factories import a_club

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@job
def succeed() -> None:
    """Do nothing, well."""


@job
def fail() -> None:
    """Do nothing, badly."""
    raise ValueError("the dice fell off the table")


def samples(client: Client, **headers: str) -> Samples:
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def key(name: str, **labels: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    return name, tuple(sorted(labels.items()))


def test_requests_are_counted_by_view_method_and_status(client: Client) -> None:
    found = key("barpoint_requests_total", view="home", method="GET", status="200")
    missing = key("barpoint_requests_total", view="club", method="GET", status="404")
    timed = key("barpoint_request_seconds_count", view="home")
    before = samples(client)
    client.get("/")
    client.get("/clubs/nowhere/")
    after = samples(client)
    assert [after[one] - before.get(one, 0) for one in (found, missing, timed)] == [1, 1, 1]
    client.generic("BREW", "/")
    assert not [labels for _, labels in samples(client) if ("method", "BREW") in labels]


def test_an_address_that_does_not_exist_makes_no_line_of_its_own(client: Client) -> None:
    client.get("/made-up-by-a-client/")
    views = {value for _, labels in samples(client) for name, value in labels if name == "view"}
    assert not [view for view in views if "made-up" in view]


def test_jobs_are_counted_by_how_they_ended(client: Client) -> None:
    done = key("barpoint_jobs_total", job="tests.succeed", outcome="done")
    failed = key("barpoint_jobs_total", job="tests.fail", outcome="failed")
    lag = key("barpoint_job_lag_seconds_count", job="tests.succeed")
    before = samples(client)
    with transaction.atomic():
        enqueue("tests.succeed")
        enqueue("tests.fail")
    run_pending()
    after = samples(client)
    assert [after[one] - before.get(one, 0) for one in (done, failed, lag)] == [1, 1, 1]


def test_what_waits_is_told_with_its_age(client: Client) -> None:
    with transaction.atomic():
        enqueue("matches.rate_match", 1)
        enqueue("matches.rate_match", 2)
    Message.objects.filter(args=[1]).update(created_at=timezone.now() - timedelta(seconds=75))
    Message.objects.filter(args=[2]).update(attempts=3)
    found = samples(client)
    assert found[key("barpoint_outbox_messages", job="matches.rate_match", state="waiting")] == 1
    assert found[key("barpoint_outbox_messages", job="matches.rate_match", state="failing")] == 1
    assert 75 <= found[key("barpoint_outbox_oldest_seconds", job="matches.rate_match")] < 135
    quiet = key("barpoint_outbox_oldest_seconds", job="tournaments.refresh_snapshot")
    assert found[quiet] == 0


def test_watchers_and_the_build_are_told(client: Client) -> None:
    found = samples(client)
    assert ("barpoint_watchers", ()) in found
    assert found[key("barpoint_build_info", version=VERSION, build=build())] == 1


def test_it_costs_one_query_whatever_waits(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with transaction.atomic():
        for number in range(30):
            enqueue("matches.rate_match", number)
    with django_assert_num_queries(1):
        samples(client)


def test_counting_asks_nobody(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    a_club()
    with django_assert_num_queries(0):
        client.get("/health/live/")


@pytest.mark.parametrize(
    "address", ["192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "2001:db8::1", "", "unix"]
)
def test_without_a_token_only_this_machine_may_read_them(client: Client, address: str) -> None:
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == 404
    for own in ("127.0.0.1", "127.8.8.8", "::1"):
        assert client.get("/metrics", REMOTE_ADDR=own).status_code == 200


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via"]
)
def test_a_proxy_on_this_machine_is_not_this_machine(client: Client, header: str) -> None:
    answer = client.get("/metrics", headers={header: "127.0.0.1"})
    assert answer.status_code == 404
    assert b"barpoint" not in answer.content


def test_with_a_token_it_alone_counts(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "s3cret-for-prometheus"
    assert client.get("/metrics").status_code == 404
    for wrong in ("Bearer wrong", "s3cret-for-prometheus", "Bearer é"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 404
    samples(client, Authorization="Bearer s3cret-for-prometheus")
    right = {"Authorization": "Bearer s3cret-for-prometheus", "X-Forwarded-For": "192.0.2.7"}
    assert client.get("/metrics", headers=right, REMOTE_ADDR="192.0.2.7").status_code == 200


@pytest.mark.parametrize("address", ["/metrics", "/health/live/"])
def test_who_watches_asks_by_address_and_not_by_name(
    client: Client, settings: Settings, address: str
) -> None:
    settings.ALLOWED_HOSTS = ["bg.example.org"]
    assert client.get(address, headers={"Host": "127.0.0.1:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 400
