"""The app's name for Django."""

from __future__ import annotations

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """See the package's own docstring."""

    name = "api"
