"""What this process counts. Adding to a number takes microseconds, asks nobody and cannot fail."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

from operations import watchers

disable_created_metrics()  # type: ignore[no-untyped-call]

OWN = CollectorRegistry()
"""Of this process alone; ``operations.exposition`` adds what the others have counted."""

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

REQUESTS = Counter(
    "barpoint_requests",
    "Requests answered, by the view's name, the method and the status code.",
    ["view", "method", "status"],
    registry=OWN,
)
REQUEST_SECONDS = Histogram(
    "barpoint_request_seconds",
    "How long the site took to answer.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=OWN,
)
JOBS = Counter(
    "barpoint_jobs",
    "Runs of jobs, by how they ended: done or failed (and tried again later).",
    ["job", "outcome"],
    registry=OWN,
)
JOB_SECONDS = Histogram(
    "barpoint_job_seconds",
    "How long a run of a job took.",
    ["job"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120),
    registry=OWN,
)
JOB_LAG_SECONDS = Histogram(
    "barpoint_job_lag_seconds",
    "From the change that asked for a job until its effect was there: how far standings"
    " (tournaments.refresh_snapshot) and ratings (matches.rate_match) lag behind results.",
    ["job"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 120, 600),
    registry=OWN,
)
WATCHERS = Gauge(
    "barpoint_watchers",
    "Open pages that keep themselves up to date (brackets, standings, screens, consoles, pads).",
    registry=OWN,
)
WATCHERS.set_function(watchers.estimate)


def count_request(*, view: str, method: str, status: int, seconds: float) -> None:
    """A request was answered."""
    # A client may send any word for a method, and each would be a line of its own for ever.
    known = method if method in _METHODS else "other"
    REQUESTS.labels(view, known, status).inc()
    REQUEST_SECONDS.labels(view).observe(seconds)
    watchers.note(view)


def count_job(*, job: str, outcome: str, seconds: float) -> None:
    """A job was run."""
    JOBS.labels(job, outcome).inc()
    JOB_SECONDS.labels(job).observe(seconds)
