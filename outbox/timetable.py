"""Which periodic jobs are due, in a server that runs without celery beat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Timetable:
    """The tasks of ``CELERY_BEAT_SCHEDULE``, each every so many seconds."""

    def __init__(self, schedule: Mapping[str, Mapping[str, Any]], *, now: float) -> None:
        self._every = {entry["task"]: float(entry["schedule"]) for entry in schedule.values()}
        self._due_at = {task: now + seconds for task, seconds in self._every.items()}

    def take_due(self, *, now: float) -> list[str]:
        """The tasks whose time has come; one that was missed several times is due once."""
        due = [task for task, at in self._due_at.items() if at <= now]
        for task in due:
            self._due_at[task] = now + self._every[task]
        return due
