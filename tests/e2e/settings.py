"""A club's own settings, with the jobs that only the tests have."""

from __future__ import annotations

from config.settings.local import *  # noqa: F403

CELERY_INCLUDE = ["tests.e2e.jobs"]
