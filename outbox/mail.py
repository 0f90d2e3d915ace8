"""Mails that follow a change: written down with it, sent after it, tried again if that fails."""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils import timezone

from outbox import broker
from outbox.mail_html import as_html
from outbox.models import Mail

MOST_AT_ONCE = 50
"""How many one run sends; the next one goes on from there."""
CLAIMED_FOR = timedelta(minutes=2)
"""As long a mail belongs to the run that took it; after that, it has died."""
GIVEN_UP_AFTER = timedelta(days=3)

logger = logging.getLogger(__name__)


def post(*, to: str, subject: str, body: str) -> None:
    """Have a mail sent once the transaction under way has committed; none where no mail is sent."""
    if not settings.SENDS_MAIL or not to:
        return
    # A line break in a subject would start another header.
    Mail.objects.create(to=to, subject=" ".join(subject.split())[:200], body=body)
    # A lambda: with functools.partial, Django 5.2 raises when a robust callback fails.
    transaction.on_commit(lambda: _ask(), robust=True)


def _ask() -> None:
    # If the message is lost, the timetable asks again within seconds.
    broker.send("outbox.send_mails")


def send_due() -> int:
    """Send what is due, each outside of any transaction; say how many went out."""
    sent = 0
    for mail in _claim():
        try:
            _message(mail).send()
        except (OSError, SMTPException) as error:
            _note_failure(mail, error)
        else:
            Mail.objects.filter(pk=mail.pk).delete()
            sent += 1
    return sent


def _message(mail: Mail) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(mail.subject, mail.body, to=[mail.to])
    message.attach_alternative(as_html(subject=mail.subject, text=mail.body), "text/html")
    return message


def _claim() -> list[Mail]:
    with transaction.atomic():
        due = Mail.objects.filter(due_at__lte=timezone.now()).order_by("due_at", "pk")
        mails = list(due.select_for_update(skip_locked=True)[:MOST_AT_ONCE])
        taken = [mail.pk for mail in mails]
        Mail.objects.filter(pk__in=taken).update(due_at=timezone.now() + CLAIMED_FOR)
    return mails


def _note_failure(mail: Mail, error: Exception) -> None:
    if mail.created_at < timezone.now() - GIVEN_UP_AFTER:
        logger.error("A mail could not be sent for three days and was given up: %s", error)
        Mail.objects.filter(pk=mail.pk).delete()
        return
    logger.warning("A mail could not be sent and will be tried again: %s", error)
    Mail.objects.filter(pk=mail.pk).update(
        attempts=mail.attempts + 1,
        last_error=f"{type(error).__name__}: {error}",
        due_at=timezone.now() + mail.retry_delay,
    )
