"""Barpoint with one more view beside it."""

from __future__ import annotations

from config.settings.local import *  # noqa: F403
from config.settings.local import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "benchmarks.bare.apps.BareConfig"]
ROOT_URLCONF = "benchmarks.bare.urls"
