"""Who has won and lost how much. Every point has a payer, so the ledger sums to 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Player: TypeAlias = str
"""A player's name, or whatever else tells the players apart."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that pass from one player to another."""

    payer: Player
    payee: Player
    points: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """The balance of everybody who has ever played, those who left included."""

    balances: Mapping[Player, int] = field(default_factory=dict)

    def of(self, player: Player) -> int:
        """Points ``player`` is ahead, or behind if below 0."""
        return self.balances.get(player, 0)

    def after(self, payments: Iterable[Payment]) -> Ledger:
        """The ledger once these payments are made."""
        balances = dict(self.balances)
        for payment in payments:
            balances[payment.payer] = balances.get(payment.payer, 0) - payment.points
            balances[payment.payee] = balances.get(payment.payee, 0) + payment.points
        return Ledger(balances)


def net(payments: Iterable[Payment], player: Player) -> int:
    """What these payments bring ``player``."""
    return Ledger().after(payments).of(player)
