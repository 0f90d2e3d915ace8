"""Looks whether a backup is due; celery beat, or the server's own timetable, asks for it."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from backups.folder import is_due, own_folder
from backups.launching import start_backup


@shared_task(name="backups.make_due", acks_late=False)
def make_due() -> None:
    """Start a backup if the last one is too old."""
    if is_due(own_folder(), now=timezone.now()):
        start_backup()
