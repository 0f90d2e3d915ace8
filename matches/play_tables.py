"""The tables of the rule books: what to play with an opening roll, and how often a blot is hit.

(docs/rules.md, "Board and notation".) Each line has a board that shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.positions_in_words import checkers_in_words
from rules_core.board import BAR, Position
from rules_core.dice import Dice, HitChance, hit_table
from rules_core.notation.opening import BOOK_OPENINGS, BookOpening, opening_table
from rules_core.picture import BoardPicture, Theme, board_svg

_HITTER = 18
"""Where the checker stands from which the hits are shown: twelve points on there is still board."""


@dataclass(frozen=True)
class ShownPlay:
    """A recommended play in both notations; that of the box as the books print it."""

    standard: str
    box: str


@dataclass(frozen=True)
class ShownOpening:
    """A line of the opening table."""

    opening: BookOpening
    is_shown: bool = False

    @property
    def code(self) -> str:
        """As addresses name the roll: ``31``."""
        return f"{self.opening.dice.first}{self.opening.dice.second}"

    @property
    def roll(self) -> str:
        """As people write it: ``3-1``."""
        return f"{self.opening.dice.first}-{self.opening.dice.second}"

    @property
    def plays(self) -> list[ShownPlay]:
        """What the books play."""
        printed = BOOK_OPENINGS[self.opening.dice]
        return [
            ShownPlay(str(play), box) for play, box in zip(self.opening.plays, printed, strict=True)
        ]

    @property
    def told(self) -> str:
        """The line as a sentence."""
        first, *other = (play.standard for play in self.plays)
        facts = {"roll": self.roll, "play": first}
        if not other:
            return _("With %(roll)s the books play %(play)s.") % facts
        facts["other"] = other[0]
        return _("With %(roll)s the books play %(play)s, or %(other)s.") % facts

    @property
    def svg(self) -> str:
        """The board at the start, with the first play."""
        play = self.opening.plays[0]
        return _drawn(Position(), self.told, play.steps, self.opening.dice)


@dataclass(frozen=True)
class ShownHit:
    """A line of the hit table."""

    chance: HitChance
    is_shown: bool = False

    @property
    def told(self) -> str:
        """The line as a sentence."""
        return _(
            "%(rolls)s of 36 rolls hit a blot that is %(distance)s away, with nothing between."
        ) % {"rolls": self.chance.rolls, "distance": self.chance.distance}

    @property
    def svg(self) -> str:
        """A checker, and a blot at this distance."""
        target = _HITTER - self.chance.distance
        board = Position.of({_HITTER: 1}, {BAR - target: 1})
        return _drawn(board, self.told, ((_HITTER, target),))


def openings(shown: str = "") -> list[ShownOpening]:
    """The opening table; ``shown`` is the roll that is looked at."""
    lines = [ShownOpening(opening) for opening in opening_table()]
    return [ShownOpening(line.opening, line.code == shown) for line in lines]


def hits(shown: str = "") -> list[ShownHit]:
    """The hit table; ``shown`` is the distance that is looked at."""
    return [ShownHit(chance, str(chance.distance) == shown) for chance in hit_table()]


def _drawn(
    board: Position, told: str, arrows: tuple[tuple[int, int], ...], dice: Dice | None = None
) -> str:
    """The board in the colours of the page around it."""
    words = checkers_in_words(board, (_("You"), _("Opponent")))
    return board_svg(
        BoardPicture(
            position=board,
            dice=dice,
            arrows=tuple(dict.fromkeys(arrows)),
            theme=Theme.CSS,
            title=_("Board"),
            words=f"{told} {words}",
        )
    )
