"""The jobs that are still to be done."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

LONGEST_DELAY = timedelta(minutes=10)
"""However often a job failed, it is tried again this soon."""

NEVER_SO_LATE = LONGEST_DELAY + timedelta(minutes=1)
"""What is due later than this from now was written by a clock that was ahead."""


def first_due() -> datetime:
    """When the sweep looks after a new message: whoever was woken on commit gets this long for it."""
    return timezone.now() + timedelta(seconds=settings.OUTBOX_GRACE_SECONDS)


def _due() -> models.Q:
    now = timezone.now()
    return models.Q(due_at__lte=now) | models.Q(due_at__gt=now + NEVER_SO_LATE)


class MessageQuerySet(models.QuerySet["Message"]):
    """Messages by what is to happen to them."""

    def waiting(self) -> Self:
        """Those to be done now, the oldest first: all that were never tried, and later tries that are due."""
        return self.filter(models.Q(attempts=0) | _due()).order_by("pk")

    def overdue(self) -> Self:
        """Those that somebody should have done by now."""
        return self.filter(_due())

    def same_as(self, message: Message) -> Self:
        """All that ask for the very same work, the oldest first."""
        return self.filter(job=message.job, args=message.args).order_by("pk")


class Message(models.Model):
    """
    One job asked for and not yet done.

    The row is written in the transaction of the change that needs the job, and deleted in the
    transaction of the job's own effect. So it is there exactly as long as there is work to do.
    """

    job = models.CharField(max_length=100)
    args = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(
        default=0, help_text="How often it was tried and failed."
    )
    last_error = models.TextField(blank=True)
    request_id = models.CharField(
        max_length=64,
        blank=True,
        default="",
        # A process of the version before, still at work during an upgrade, does not write it.
        db_default="",
        help_text="Of the request that asked for it, or of the one that asked for the job that did.",
    )

    objects = MessageQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="outbox_due"),
            models.Index(fields=["job", "args"], name="outbox_same_work"),
        ]

    def __str__(self) -> str:
        return f"{self.job}({', '.join(map(repr, self.args))})"

    @property
    def retry_delay(self) -> timedelta:
        """The pause after another failure: 2 s, 4 s, 8 s, … ten minutes."""
        return _doubling(timedelta(seconds=2), self.attempts)


class Mail(models.Model):
    """
    A mail that is still to be sent; the row goes with the mail.

    It is no job: those run inside a transaction, and a mail server may take its time.
    """

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="mail_due")]

    def __str__(self) -> str:
        return self.subject

    @property
    def retry_delay(self) -> timedelta:
        """The pause after another failure: a minute, two, four, … ten."""
        return _doubling(timedelta(minutes=1), self.attempts)


def _doubling(first: timedelta, times: int) -> timedelta:
    # Capped before it is multiplied: enough doublings would outgrow a timedelta.
    return min(first * (1 << min(times, 20)), LONGEST_DELAY)
