"""The app's name for Django, and the line that lets it hear of merged players."""

from __future__ import annotations

from django.apps import AppConfig


class MoneyConfig(AppConfig):
    """See the package's own docstring."""

    name = "money"

    def ready(self) -> None:
        """Have sessions follow their players."""
        from money.services.merged_players import SessionFollower
        from players.services.merging import register_follower

        register_follower(SessionFollower())
