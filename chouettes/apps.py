"""The app's name for Django, and the lines that have its ledger looked after."""

from __future__ import annotations

from django.apps import AppConfig


class ChouettesConfig(AppConfig):
    """See the package's own docstring."""

    name = "chouettes"

    def ready(self) -> None:
        """Have seats follow their players, and rows and accounts their ledger."""
        from chouettes.services.merged_players import SeatFollower
        from chouettes.services.night_rows import NIGHTS
        from matches.services.ledger_rows import register_ledger
        from players.services.merging import register_follower

        register_follower(SeatFollower())
        register_ledger(NIGHTS)
