"""The app's name for Django, and the one line that lets it hear of finished matches."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package's own docstring."""

    name = "tournaments"

    def ready(self) -> None:
        """Have every result move its winner on."""
        from matches.services.match_listeners import register_listener
        from tournaments.services.match_listener import MatchListener

        register_listener(MatchListener())
