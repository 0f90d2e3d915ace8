"""Places and partners by lot, which anybody can draw again (docs/rules.md, "Chouette")."""

from __future__ import annotations

from collections.abc import Iterable

from rules_core.chouette.ledger import Player
from rules_core.draws.seeding import lot


def places_by_lot(players: Iterable[Player], seed: str) -> tuple[Player, ...]:
    """Box, captain and the line behind, drawn; the same text draws the same places."""
    return tuple(sorted(players, key=lambda player: (lot(seed, player), player)))


def partner_by_lot(willing: Iterable[Player], seed: str) -> Player | None:
    """One of those who want to share the box's result; None if nobody does."""
    return next(iter(places_by_lot(willing, seed)), None)
