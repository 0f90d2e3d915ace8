"""What the workers do for the outbox itself."""

from __future__ import annotations

from celery import shared_task

from outbox import broker, drain
from outbox.mail import send_due


# Taken from the queue before it is done: what a killed worker leaves is swept up sooner than the
# broker would hand it out again.
@shared_task(name=broker.WAKE_UP, acks_late=False)
def drain_outbox() -> None:
    """Do all jobs that wait, and those that come meanwhile."""
    drain.drain()


@shared_task(name="outbox.sweep", acks_late=False)
def sweep_outbox() -> None:
    """See to what nobody was woken for; celery beat asks for it every few seconds."""
    drain.sweep()


@shared_task(name="outbox.send_mails", acks_late=False)
def send_mails() -> None:
    """Send the mails that wait: after a change that wrote one, and every few seconds."""
    send_due()
