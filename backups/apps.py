"""Makes the commands and the job known."""

from __future__ import annotations

from django.apps import AppConfig


class BackupsConfig(AppConfig):
    """Backups."""

    name = "backups"
