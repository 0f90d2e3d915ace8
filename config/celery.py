"""The job queue. What the jobs do lives in each app's ``tasks.py``."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("barpoint", amqp="config.broker_connection:SteadyAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
