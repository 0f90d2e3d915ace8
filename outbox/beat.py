"""Celery beat's timetable, for machines whose clock is set while they run.

A small computer without a clock of its own starts in the past and is put right minutes later. Celery
waits until the time of the last run has come again, which may be a day.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from django_celery_beat.schedulers import DatabaseScheduler, ModelEntry

TOLERANCE_SECONDS = 5.0
"""A clock that drifts is put right in smaller steps."""
LONG_AGO = timedelta(days=1)


class Entry(ModelEntry):  # type: ignore[misc]
    """A periodic job; one that ran in the future is due at once."""

    last_run_at: datetime

    def is_due(self) -> Any:
        """Whether, and in how many seconds to ask again."""
        now = self._default_now()
        if self.last_run_at > now:
            self.last_run_at = self.model.last_run_at = now - LONG_AGO
        return super().is_due()


class Scheduler(DatabaseScheduler):  # type: ignore[misc]
    """The timetable in the database, read again when the clock was set."""

    Entry = Entry

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._ahead = _ahead()
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Ask for what is due; in how many seconds to look again."""
        if abs(_ahead() - self._ahead) > TOLERANCE_SECONDS:
            self._ahead = _ahead()
            # It is sorted by times that are no longer true.
            self._heap = None
        return super().tick(*args, **kwargs)


def _ahead() -> float:
    """How far the clock is ahead of the one that nobody sets."""
    return time.time() - time.monotonic()
