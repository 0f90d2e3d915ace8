"""The app's name for Django, and the line that lets it hear of merged players."""

from __future__ import annotations

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """See the package's own docstring."""

    name = "matches"

    def ready(self) -> None:
        """Have matches follow their players."""
        from matches.services.merged_players import MatchFollower
        from players.services.merging import register_follower

        register_follower(MatchFollower())
