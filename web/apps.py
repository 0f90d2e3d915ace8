"""The app's name for Django: its template tags are found by it, and its path converters."""

from __future__ import annotations

from django.apps import AppConfig
from django.urls import register_converter


class WebConfig(AppConfig):
    """See the package's own docstring."""

    name = "web"

    def ready(self) -> None:
        """Register what addresses are written with, before any of them is read."""
        from web.converters import IdConverter, NumberConverter

        register_converter(IdConverter, "id")
        register_converter(NumberConverter, "number")
