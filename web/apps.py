"""The app's name for Django: its template tags are found by it."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """See the package's own docstring."""

    name = "web"
