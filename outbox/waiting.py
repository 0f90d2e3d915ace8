"""How much work waits, and since when: read from the database when somebody looks at the metrics."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q
from django.utils import timezone
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from outbox.jobs import JOBS
from outbox.models import Message


class Waiting(Collector):
    """The outbox, by the names of the jobs; those that nobody asks for wait for 0 seconds."""

    def collect(self) -> Iterator[Metric]:
        """One query."""
        length = GaugeMetricFamily(
            "barpoint_outbox_messages",
            "Jobs asked for and not done yet; failing: tried before, without success.",
            labels=["job", "state"],
        )
        age = GaugeMetricFamily(
            "barpoint_outbox_oldest_seconds",
            "For how long the oldest job that never failed waits: how far standings and ratings"
            " are behind now.",
            labels=["job"],
        )
        rows = {row["job"]: row for row in _rows()}
        for job in sorted({*JOBS, *rows}):
            row = rows.get(job, {"waiting": 0, "failing": 0, "oldest": None})
            length.add_metric([job, "waiting"], row["waiting"])
            length.add_metric([job, "failing"], row["failing"])
            age.add_metric([job], _age(row["oldest"]))
        yield length
        yield age


def _rows() -> Any:
    fresh = Q(attempts=0)
    return Message.objects.values("job").annotate(
        waiting=Count("pk", filter=fresh),
        failing=Count("pk", filter=~fresh),
        oldest=Min("created_at", filter=fresh),
    )


def _age(since: datetime | None) -> float:
    return (timezone.now() - since).total_seconds() if since else 0.0
