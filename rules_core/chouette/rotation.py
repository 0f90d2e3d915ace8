"""Who sits in the box next, and who stands where in line (docs/rules.md, "Chouette")."""

from __future__ import annotations

from rules_core.chouette.game import ChouetteGame
from rules_core.chouette.ledger import Player
from rules_core.chouette.rules import Retention
from rules_core.chouette.stakes import TEAM


def next_line(game: ChouetteGame, line: tuple[Player, ...]) -> tuple[Player, tuple[Player, ...]]:
    """The box of the next game, and the line behind it.

    Whoever has been captain and does not become box goes last in line, in turn, and behind them
    a box that loses its place.
    """
    box = successor(game) or game.box
    captains = tuple(captain for captain in game.captains if captain != box)
    leaving = () if box == game.box else (game.box,)
    staying = tuple(player for player in line if player not in (box, *captains))
    return box, (*staying, *captains, *leaving)


def successor(game: ChouetteGame) -> Player | None:
    """The player who becomes box; ``None`` if the box stays.

    It is the captain who beat the box; where a game had several, since one dropped or was paid
    off, the first who did. A box that beat its captains and still loses its place hands it to
    the first in line who beat it.
    """
    if _retained(game):
        return None
    winners = _beat_the_box(game)
    return next((captain for captain in game.captains if captain in winners), winners[0])


def _retained(game: ChouetteGame) -> bool:
    winners = _beat_the_box(game)
    match game.rules.retention:
        case Retention.BEAT_CAPTAIN:
            return not set(game.captains) & set(winners)
        case Retention.BEAT_ALL:
            return not winners
        case Retention.NOT_NEGATIVE:
            return game.box_result() >= 0


def _beat_the_box(game: ChouetteGame) -> tuple[Player, ...]:
    """The members who won their own stake against the box, in line."""
    return tuple(
        stake.between.with_team
        for stake in game.box_stakes
        if stake.result is not None and stake.result.winner is TEAM
    )
