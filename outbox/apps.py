"""Makes every app's jobs known before the first one is asked for."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from outbox import worker_signals


class OutboxConfig(AppConfig):
    """The outbox."""

    name = "outbox"

    def ready(self) -> None:
        """Read each app's ``tasks.py``, so that asking for an unknown job fails at once."""
        autodiscover_modules("tasks")
        if not settings.JOBS_IN_PROCESS:
            worker_signals.listen()
