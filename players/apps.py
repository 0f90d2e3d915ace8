"""The app's name for Django."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Clubs and people."""

    name = "players"
    verbose_name = _("Clubs and players")
