"""A tie-break's value together with the numbers it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_core.draws.history import Key
from rules_core.draws.settings import TieBreak


class Note(StrEnum):
    """What is to be said about a term, or about a figure without a value."""

    UNPLAYED = "unplayed"
    """No match: counted as an opponent with the entrant's own figure."""
    LEFT_OUT = "left_out"
    """The worst or best, which this tie-break leaves out."""
    NOT_TIED = "not_tied"
    """Nobody to compare with when this tie-break was asked."""
    NOT_ALL_MET = "not_all_met"
    """Some of the tied have not met, so their meetings say nothing."""
    NO_RATED_OPPONENT = "no_rated_opponent"
    NOT_GIVEN = "not_given"
    """The director has placed others by hand, not this entrant."""
    LIVES_LEFT = "lives_left"
    """The terms are the losses; the value of each is the lives left after it."""
    STILL_IN = "still_in"
    """The same for somebody who has lives left and has not left the event."""
    LEFT_WITH_LIVES = "left_with_lives"
    """The same for somebody who left the event before losing the last life."""


@dataclass(frozen=True, slots=True)
class Term:
    """One number that a figure is made of."""

    value: float
    round: int | None = None
    opponent: Key | None = None
    won: bool | None = None
    note: Note | None = None

    @property
    def counts(self) -> bool:
        """Whether it went into the figure."""
        return self.note is not Note.LEFT_OUT


@dataclass(frozen=True, slots=True)
class Figure:
    """What one tie-break says about one entrant."""

    code: TieBreak
    value: float | None
    """None: it says nothing; the note tells why."""
    terms: tuple[Term, ...] = ()
    note: Note | None = None

    @property
    def rank_key(self) -> float:
        """Sorts the better first, and whoever has no value last."""
        if self.value is None:
            return float("-inf" if self.note is Note.STILL_IN else "inf")
        return self.value if self.code in LESS_IS_BETTER else -self.value


LESS_IS_BETTER = frozenset({TieBreak.FEWEST_BYES, TieBreak.LOT, TieBreak.BY_HAND})


def summed(code: TieBreak, terms: list[Term]) -> Figure:
    """The figure that is the sum of its terms."""
    return Figure(code, sum(term.value for term in terms if term.counts), tuple(terms))
