"""Jobs that follow a result."""

from __future__ import annotations

from celery import shared_task

from matches.services import ratings, reports
from outbox.jobs import job


@job
def rate_match(match_id: int) -> None:
    """Bring ratings up to date with a match."""
    ratings.rate_match(match_id=match_id)


@shared_task(name="matches.confirm_due", acks_late=False)
def confirm_due() -> None:
    """Let reports count that nobody objected to in time."""
    reports.confirm_due()
