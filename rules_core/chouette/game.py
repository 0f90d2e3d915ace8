"""One game of a chouette: its players and its cubes (docs/rules.md, "Chouette").

The checkers are those of any game of two, moved by box and captain; here are the cubes, which
every member may play differently, and what is owed in the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules_core.chouette.ledger import Payment, Player, net
from rules_core.chouette.rules import ChouetteRules, Consultation
from rules_core.chouette.stakes import Between, Stake


@dataclass(frozen=True, slots=True)
class ChouetteGame:
    """Everything that decides how a chouette game may go on."""

    rules: ChouetteRules
    box: Player
    team: tuple[Player, ...]
    """The members in line, the first captain first."""
    partner: Player | None = None
    """Who shares the box's result."""
    stakes: tuple[Stake, ...] = ()
    captains: tuple[Player, ...] = ()
    """Everybody who has been captain in this game, in turn; the last one is."""
    extras_paid: tuple[Payment, ...] = ()
    """What was paid to have extra cubes taken."""
    just_dropped: tuple[Stake, ...] = ()
    """Doubles of the box that members refused in the last answer: they may offer extras."""
    just_taken: tuple[Player, ...] = ()
    """The members who took the box's double in the last answer: extras are offered to them."""

    @classmethod
    def new(
        cls,
        rules: ChouetteRules,
        box: Player,
        team: tuple[Player, ...],
        partner: Player | None = None,
    ) -> ChouetteGame:
        """A game before its opening dice, all cubes centred."""
        stakes = tuple(Stake(Between(box, member)) for member in team)
        return cls(rules, box, team, partner, stakes, captains=team[:1])

    def to_json(self) -> dict[str, Any]:
        """As plain values, for storing; ``from_json`` gives the same game back."""
        from rules_core.chouette.json_form import game_to_json

        return game_to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ChouetteGame:
        """The game that ``to_json`` wrote."""
        from rules_core.chouette.json_form import game_from_json

        return game_from_json(data)

    @property
    def captain(self) -> Player:
        """Who rolls and moves for the team."""
        return self.captains[-1]

    @property
    def players(self) -> int:
        """How many take part, the box and its partner included."""
        return len(self.team) + (1 if self.partner is None else 2)

    @property
    def over(self) -> bool:
        """Whether every stake is decided."""
        return not any(stake.open for stake in self.stakes)

    @property
    def unanswered(self) -> tuple[Stake, ...]:
        """The stakes whose cube has been turned and waits for its answer."""
        return tuple(stake for stake in self.stakes if stake.offer is not None)

    @property
    def box_stakes(self) -> tuple[Stake, ...]:
        """The box's stakes, one against each member, in line."""
        return tuple(stake for stake in self.stakes if stake.between.with_box == self.box)

    @property
    def members_in(self) -> tuple[Player, ...]:
        """The members still playing against the box, in line."""
        return tuple(stake.between.with_team for stake in self.box_stakes if stake.open)

    @property
    def extras_on_offer(self) -> tuple[tuple[Player, Player], ...]:
        """Who may offer an extra cube to whom now: a dropper, and a taker who has none of theirs."""
        known = {stake.between for stake in self.stakes}
        return tuple(
            (drop.between.with_team, taker)
            for drop in self.just_dropped
            for taker in self.just_taken
            if Between(drop.between.with_team, taker) not in known
        )

    def may_consult(self, member: Player) -> bool:
        """Whether ``member`` may advise the captain now."""
        if member not in self.members_in or self.rules.consultation is Consultation.NEVER:
            return False
        if self.rules.consultation is Consultation.FREE:
            return True
        (stake,) = [stake for stake in self.box_stakes if stake.between.with_team == member]
        return stake.cube.owner is not None

    def with_stakes(self, changed: dict[Between, Stake]) -> ChouetteGame:
        """The game with these stakes in place of what they were.

        A captain who is out of the game hands over to the next member in line who is still in.
        """
        stakes = tuple(changed.get(stake.between, stake) for stake in self.stakes)
        game = replace(self, stakes=stakes, just_dropped=(), just_taken=())
        still_in = game.members_in
        if not still_in or self.captain in still_in:
            return game
        return replace(game, captains=(*self.captains, still_in[0]))

    def payments(self) -> tuple[Payment, ...]:
        """All that the finished game makes the players owe each other."""
        settled = tuple(stake.payment(self.rules.game) for stake in self.stakes)
        return (*settled, *self.extras_paid, *self._partner_share())

    def box_result(self) -> int:
        """What the box won or lost against the team, before any sharing."""
        return net((stake.payment(self.rules.game) for stake in self.box_stakes), self.box)

    def _partner_share(self) -> tuple[Payment, ...]:
        """Half of the box's result, won or lost; the odd point stays with the box."""
        if self.partner is None:
            return ()
        result = self.box_result()
        share = abs(result) // 2
        if result < 0:
            return (Payment(self.partner, self.box, share),)
        return (Payment(self.box, self.partner, share),)
