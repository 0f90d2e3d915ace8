"""The app's name for Django."""

from __future__ import annotations

from django.apps import AppConfig


class BareConfig(AppConfig):
    name = "benchmarks.bare"
    label = "bare"
