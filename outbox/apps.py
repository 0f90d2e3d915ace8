"""Makes every app's jobs known before the first one is asked for."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from operations.exposition import READ_WHEN_ASKED
from outbox import worker_signals


class OutboxConfig(AppConfig):
    """The outbox."""

    name = "outbox"

    def ready(self) -> None:
        """Read each app's ``tasks.py``, so that asking for an unknown job fails at once."""
        autodiscover_modules("tasks")
        # Models are loaded by now.
        from outbox.waiting import Waiting

        READ_WHEN_ASKED.append(Waiting())
        if not settings.OWN_JOBS:
            worker_signals.listen()
