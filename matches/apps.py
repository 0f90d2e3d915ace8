"""The app's name for Django."""

from __future__ import annotations

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """See the package's own docstring."""

    name = "matches"
