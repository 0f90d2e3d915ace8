"""The job queue. What the jobs do lives in each app's ``tasks.py``."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("barpoint", amqp="config.broker_connection:SteadyAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _leave_the_log_alone(**_: object) -> None:
    """Django has set it up (``LOG_FORMAT``, ``LOG_LEVEL``); Celery would go by its own level and format."""
