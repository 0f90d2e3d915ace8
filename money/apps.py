"""The app's name for Django, and the lines that have its ledger looked after."""

from __future__ import annotations

from django.apps import AppConfig


class MoneyConfig(AppConfig):
    """See the package's own docstring."""

    name = "money"

    def ready(self) -> None:
        """Have sessions follow their players, and their rows their ledger."""
        from matches.services.ledger_rows import register_ledger
        from money.services.merged_players import SessionFollower
        from money.services.session_rows import SESSIONS
        from players.services.merging import register_follower

        register_follower(SessionFollower())
        register_ledger(SESSIONS)
