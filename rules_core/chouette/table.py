"""A chouette from game to game: the box, the line behind it, and the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules_core.chouette.game import ChouetteGame
from rules_core.chouette.ledger import Ledger, Player
from rules_core.chouette.refusals import (
    AlreadyPlaying,
    AnotherGame,
    GameNotOver,
    NoPartnerHere,
    NotPlaying,
    TooFewPlayers,
)
from rules_core.chouette.rotation import next_line
from rules_core.chouette.rules import ChouetteRules
from rules_core.match import NothingToUndo

FEWEST_PLAYERS = 3
USUAL_RULES = ChouetteRules()
"""What is played where nothing else was agreed on."""


@dataclass(frozen=True, slots=True)
class Chouette:
    """Where a chouette stands between two games."""

    rules: ChouetteRules
    box: Player
    line: tuple[Player, ...]
    """Everybody else; the captain of the next game stands first."""
    ledger: Ledger = field(default_factory=Ledger)
    games: int = 0
    """How many have been played."""
    before: Chouette | None = field(default=None, compare=False, repr=False)
    """Where things stood before the last game, arrival or departure."""

    @classmethod
    def new(
        cls,
        rules: ChouetteRules | Sequence[Player] = USUAL_RULES,
        players: Sequence[Player] = (),
    ) -> Chouette:
        """A chouette of these players, in the order of their dice: box, captain, the others.

        >>> Chouette.new(("ann", "bob", "cleo")).line
        ('bob', 'cleo')
        """
        agreed = rules if isinstance(rules, ChouetteRules) else USUAL_RULES
        players = tuple(players if isinstance(rules, ChouetteRules) else rules)
        if len(set(players)) < len(players):
            raise AlreadyPlaying("A player has one place in the line.", players=players)
        if len(players) < FEWEST_PLAYERS:
            raise _too_few(len(players))
        return cls(agreed, box=players[0], line=players[1:])

    def to_json(self) -> dict[str, Any]:
        """As plain values, for storing; ``from_json`` gives the same chouette back."""
        from rules_core.chouette.json_form import chouette_to_json

        return chouette_to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Chouette:
        """The chouette that ``to_json`` wrote."""
        from rules_core.chouette.json_form import chouette_from_json
        from rules_core.unreadable_json import reading

        with reading("chouette"):
            return chouette_from_json(data)

    @property
    def partners_asked(self) -> tuple[Player, ...]:
        """Who may become the box's partner, in the order of being asked: from the captain back."""
        enough = len(self.line) + 1 >= self.rules.players_for_partner
        return self.line if self.rules.box_partner and enough else ()


def start(chouette: Chouette, partner: Player | None = None) -> ChouetteGame:
    """The next game; ``partner`` is the first of ``partners_asked`` who agreed."""
    if len(chouette.line) + 1 < FEWEST_PLAYERS:
        raise _too_few(len(chouette.line) + 1)
    if partner is not None and partner not in chouette.partners_asked:
        raise NoPartnerHere(
            f"{partner} cannot be the box's partner in this game.",
            partner=partner,
            players=chouette.rules.players_for_partner,
        )
    team = tuple(player for player in chouette.line if player != partner)
    return ChouetteGame.new(chouette.rules, chouette.box, team, partner)


def settle(chouette: Chouette, game: ChouetteGame) -> Chouette:
    """The chouette after a finished game: paid out, and everybody in the next place."""
    if not game.over:
        raise GameNotOver("Cubes are still in play: finish the game before settling it.")
    if game.box != chouette.box or start(chouette, game.partner).team != game.team:
        raise AnotherGame("This game was started by other players, or in another order.")
    box, line = next_line(game, chouette.line)
    return replace(
        chouette,
        box=box,
        line=line,
        ledger=chouette.ledger.after(game.payments()),
        games=chouette.games + 1,
        before=chouette,
    )


def join(chouette: Chouette, player: Player) -> Chouette:
    """A newcomer, last in line; whoever comes back goes on from the old balance."""
    if player == chouette.box or player in chouette.line:
        raise AlreadyPlaying(f"{player} is already playing.", player=player)
    return replace(chouette, line=(*chouette.line, player), before=chouette)


def leave(chouette: Chouette, player: Player) -> Chouette:
    """Somebody leaves between games; the balance stays. After the box, the captain is box."""
    if player != chouette.box and player not in chouette.line:
        raise NotPlaying(f"{player} is not playing.", player=player)
    if not chouette.line:
        raise _too_few(0)
    box, *line = (seat for seat in (chouette.box, *chouette.line) if seat != player)
    return replace(chouette, box=box, line=tuple(line), before=chouette)


def undo(chouette: Chouette) -> Chouette:
    """Where things stood before the last game, arrival or departure."""
    if chouette.before is None:
        raise NothingToUndo("There is nothing to undo.")
    return chouette.before


def _too_few(players: int) -> TooFewPlayers:
    return TooFewPlayers(
        f"A chouette needs {FEWEST_PLAYERS} players, and there are {players}.",
        players=players,
        needed=FEWEST_PLAYERS,
    )
