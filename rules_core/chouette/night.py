"""A whole night of chouette from what was written down, line by line (docs/rules.md, "Chouette").

Each line is a kind and plain facts, as they stand in a ledger; the night is what they fold to. A
game is settled by the line that decides its last cube, so the accounts are never behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules_core.choices import chosen
from rules_core.chouette.actions import Answer, answer, double, equal_dice, extra, finish
from rules_core.chouette.game import ChouetteGame
from rules_core.chouette.json_form import rules_from_json, rules_to_json
from rules_core.chouette.ledger import Player
from rules_core.chouette.refusals import GameUnderWay, NightClosed, NoGame, TooManyPlayers
from rules_core.chouette.rules import ChouetteRules
from rules_core.chouette.stakes import BOX, TEAM, Between
from rules_core.chouette.table import Chouette, join, leave, settle, start
from rules_core.kinds import Kind
from rules_core.match import GameEnd, Side

MOST_SEATED = 20
"""Who sit in at once: nobody waits for a turn longer than a night."""

Facts = Mapping[str, Any]
SIDES = {"box": BOX, "team": TEAM}


class LineKind(StrEnum):
    """What can be written down about a night, besides that a line was taken back."""

    SAT_DOWN = "sat_down"
    JOINED = "joined"
    LEFT = "left"
    STARTED = "started"
    EQUAL_DICE = "equal_dice"
    DOUBLED = "doubled"
    ANSWERED = "answered"
    EXTRA = "extra"
    FINISHED = "finished"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Night:
    """Where a night stands: between two games, or in one."""

    chouette: Chouette
    game: ChouetteGame | None = None
    closed: bool = False

    @property
    def captain(self) -> Player:
        """Who plays for the team, or would in the next game."""
        return self.game.captain if self.game else self.chouette.line[0]

    @property
    def game_number(self) -> int:
        """The game that is played, or would be next."""
        return self.chouette.games + 1

    def to_json(self) -> dict[str, Any]:
        """As plain values; ``from_json`` gives the same night back."""
        return {
            "chouette": self.chouette.to_json(),
            "game": self.game and self.game.to_json(),
            "closed": self.closed,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Night:
        """The night that ``to_json`` wrote."""
        game = ChouetteGame.from_json(data["game"]) if data["game"] else None
        return cls(Chouette.from_json(data["chouette"]), game, data["closed"])


def sat_down(rules: ChouetteRules, players: Iterable[Player]) -> dict[str, Any]:
    """The facts of a night's first line: who sits where, and what they agreed on."""
    return {"rules": rules_to_json(rules), "players": list(players)}


def folded(lines: Iterable[tuple[str, Facts]]) -> Night:
    """The night of these lines, the first of which says who sat down."""
    first, *others = lines
    night = begun(first[1])
    for kind, facts in others:
        night = after(night, kind, facts)
    return night


def begun(facts: Facts) -> Night:
    """A night of which nothing has been played."""
    players = tuple(facts["players"])
    _check_room(len(players))
    return Night(Chouette.new(rules_from_json(facts["rules"]), players))


def after(night: Night, kind: str, facts: Facts) -> Night:
    """The night after one more line; refused if the rules or the moment do not allow it."""
    if night.closed:
        raise NightClosed("The night is closed: nothing more is recorded.")
    return _LINES[chosen("kind", kind, LineKind)](night, facts)


def _joined(night: Night, facts: Facts) -> Night:
    _refuse_game(night)
    _check_room(len(night.chouette.line) + 2)
    return replace(night, chouette=_kept(join(night.chouette, facts["player"])))


def _left(night: Night, facts: Facts) -> Night:
    _refuse_game(night)
    return replace(night, chouette=_kept(leave(night.chouette, facts["player"])))


def _started(night: Night, facts: Facts) -> Night:
    _refuse_game(night)
    return replace(night, game=start(night.chouette, facts.get("partner")))


def _equal_dice(night: Night, _facts: Facts) -> Night:
    return _in_game(night, equal_dice(_game(night)))


def _doubled(night: Night, facts: Facts) -> Night:
    """Cubes turned, and answered at once where the answers came with them."""
    cubes = [Between(*pair) for pair in facts["cubes"]]
    game = double(_game(night), chosen_side(facts["by"]), cubes)
    if facts.get("answers"):
        game = answer(game, _answers(facts))
    return _in_game(night, game)


def _answered(night: Night, facts: Facts) -> Night:
    return _in_game(night, answer(_game(night), _answers(facts)))


def _extra(night: Night, facts: Facts) -> Night:
    accepted = facts.get("accepted", True)
    game = extra(_game(night), facts["dropper"], facts["taker"], accepted=accepted)
    return _in_game(night, game)


def _finished(night: Night, facts: Facts) -> Night:
    kind = chosen("kind", facts["kind"], Kind)
    ended_by = chosen("ended_by", facts.get("ended_by", GameEnd.PLAY), GameEnd)
    return _in_game(night, finish(_game(night), chosen_side(facts["winner"]), kind, ended_by))


def _closed(night: Night, _facts: Facts) -> Night:
    _refuse_game(night)
    return replace(night, closed=True)


_LINES: dict[LineKind, Callable[[Night, Facts], Night]] = {
    LineKind.JOINED: _joined,
    LineKind.LEFT: _left,
    LineKind.STARTED: _started,
    LineKind.EQUAL_DICE: _equal_dice,
    LineKind.DOUBLED: _doubled,
    LineKind.ANSWERED: _answered,
    LineKind.EXTRA: _extra,
    LineKind.FINISHED: _finished,
    LineKind.CLOSED: _closed,
}


def chosen_side(name: str) -> Side:
    """``BOX`` or ``TEAM`` by its word."""
    return SIDES[name]


def _answers(facts: Facts) -> dict[Between, Answer]:
    return {Between(*pair): chosen("answer", how, Answer) for *pair, how in facts["answers"]}


def _game(night: Night) -> ChouetteGame:
    if night.game is None:
        raise NoGame("No game is being played. Start the next one first.")
    return night.game


def _in_game(night: Night, game: ChouetteGame) -> Night:
    """The game goes on, or is paid out once its last cube is decided."""
    if not game.over:
        return replace(night, game=game)
    return replace(night, game=None, chouette=_kept(settle(night.chouette, game)))


def _kept(chouette: Chouette) -> Chouette:
    """Without its own way back: here lines are taken back, and folded again."""
    return replace(chouette, before=None)


def _refuse_game(night: Night) -> None:
    if night.game is not None:
        raise GameUnderWay("A game is being played. Finish it first.")


def _check_room(players: int) -> None:
    if players > MOST_SEATED:
        raise TooManyPlayers(f"At most {MOST_SEATED} sit in at once.", limit=MOST_SEATED)
