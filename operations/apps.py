"""The app."""

from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Logs, metrics, the version."""

    name = "operations"
