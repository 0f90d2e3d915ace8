"""The app's name for Django, and the lines that let it hear of finished matches and merged players."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package's own docstring."""

    name = "tournaments"

    def ready(self) -> None:
        """Have every result move its winner on, and entries follow their players."""
        from matches.services.match_listeners import register_listener
        from players.services.merging import register_follower
        from tournaments.services.match_listener import MatchListener
        from tournaments.services.merged_players import EntryFollower

        register_listener(MatchListener())
        register_follower(EntryFollower())
