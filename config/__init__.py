"""Settings, addresses, the job queue and the server entry points."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
