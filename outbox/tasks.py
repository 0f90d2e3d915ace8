"""What the workers do for the outbox itself."""

from __future__ import annotations

from celery import shared_task

from outbox.sweep import sweep


@shared_task(name="outbox.sweep", acks_late=False)
def sweep_outbox() -> None:
    """Send again what was not done; celery beat asks for it every few seconds."""
    sweep()
