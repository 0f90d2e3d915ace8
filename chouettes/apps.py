"""The app's name for Django, and the line that lets it hear of merged players."""

from __future__ import annotations

from django.apps import AppConfig


class ChouettesConfig(AppConfig):
    """See the package's own docstring."""

    name = "chouettes"

    def ready(self) -> None:
        """Have seats follow their players."""
        from chouettes.services.merged_players import SeatFollower
        from players.services.merging import register_follower

        register_follower(SeatFollower())
