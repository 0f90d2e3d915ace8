"""One cube between two players of a chouette.

The box has a stake against every member of the team. An extra is a stake between two members:
the one who dropped is then on the box's side of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from rules_core.choices import chosen
from rules_core.chouette.ledger import Payment, Player
from rules_core.cube import CENTRED, Cube, Offer
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchRules, Side

BOX = Side.A
"""The box, and whoever wins when the box wins."""
TEAM = Side.B
"""The team."""


class Between(NamedTuple):
    """The two players of a stake, by which it is known."""

    with_box: Player
    with_team: Player

    def on(self, side: Side) -> Player:
        """The player on that side of it."""
        return self.with_box if chosen("side", side, Side) is BOX else self.with_team


@dataclass(frozen=True, slots=True)
class Stake:
    """A cube between two players, and what came of it."""

    between: Between
    cube: Cube = CENTRED
    offer: Offer | None = None
    """The cube has just been turned."""
    result: GameResult | None = None
    """How the stake was decided, if it is."""

    @property
    def open(self) -> bool:
        """Whether the stake is still in play."""
        return self.result is None

    def taken(self) -> Stake:
        """The stake with the turned cube accepted."""
        assert self.offer is not None
        return replace(self, cube=self.offer.taken(), offer=None)

    def dropped(self) -> Stake:
        """The stake lost by the side that was to answer, at the value before the turn."""
        assert self.offer is not None
        stake = replace(self, cube=self.offer.cube, offer=None)
        return stake.won(self.offer.by, Kind.SINGLE, GameEnd.DROP)

    def won(self, side: Side, kind: Kind, ended_by: GameEnd) -> Stake:
        """The stake decided at the value the cube stands at."""
        return replace(self, result=self.cube.game_won(side, kind, ended_by))

    def payment(self, rules: MatchRules) -> Payment:
        """What the loser owes the winner; Jacoby looks at this cube alone."""
        assert self.result is not None
        winner = self.result.winner
        return Payment(
            payer=self.between.on(winner.other),
            payee=self.between.on(winner),
            points=self.result.points(rules),
        )
