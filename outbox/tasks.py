"""What the workers do for the outbox itself."""

from __future__ import annotations

from celery import shared_task

from outbox import broker, drain


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
