"""What happened so far in an event that is paired round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules_core.choices import choose, chosen
from rules_core.draws.settings import LateEntry
from rules_core.errors import RulesError
from rules_core.sides import Score, Side

Key = int | str
"""How the caller names an entrant."""


class HistoryNotValid(RulesError):
    """Rounds that cannot have been played like this."""

    code = "history_not_valid"


@dataclass(frozen=True, slots=True)
class Contender:
    """An entrant as far as drawing and pairing go."""

    id: Key
    rating: float | None = None
    club: str | None = None
    withdrawn: bool = False
    seed: int | None = None
    """Given by hand."""
    missed: int | None = None
    """Of somebody who came after the draw: how many rounds were paired by then."""


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """Two entrants in one round, or one entrant who sat it out with a bye."""

    a: Key
    b: Key | None
    """None: a bye."""
    winner: Side | None
    """None: neither, by double forfeit; of a bye, side a."""
    score: Score | None = None
    """Points of both sides, where they are known."""
    length: int = 1
    """Points to win, for ratings."""
    played: bool = True
    """False: decided without play, by walkover or forfeit."""
    decided: bool = True
    """False: still to be played. It counts for nothing yet, but nobody in it missed the round."""

    def __post_init__(self) -> None:
        choose(self, "winner", "winner", Side, or_none=True)

    def side_of(self, entrant: Key) -> Side:
        """The side that an entrant of this pairing has."""
        return Side.A if entrant == self.a else Side.B

    def won_by(self, entrant: Key) -> bool:
        """Whether this entrant won."""
        return self.winner is not None and self.side_of(entrant) is self.winner

    def opponent_of(self, entrant: Key) -> Key | None:
        """Who sat on the other side; None for a bye."""
        return self.b if entrant == self.a else self.a


Rounds = Sequence[Sequence[RoundPairing]]


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom next."""

    number: int
    pairs: tuple[tuple[Key, Key], ...]
    """The pairings; in a Swiss the highest scores first."""
    byes: tuple[Key, ...] = ()
    """Who sits out: a win in a Swiss, a rest in a round robin."""


@dataclass(slots=True)
class EntrantRecord:
    """One entrant's way through the rounds."""

    score: int = 0
    """A win, a walkover or a bye counts one."""
    losses: int = 0
    byes: int = 0
    opponents: Counter[Key] = field(default_factory=Counter)
    """How often each was met."""


def missed_by_coming_late(contenders: Iterable[Contender], rounds: Rounds) -> dict[Key, int]:
    """How many rounds, from the first on, each entrant was too late for.

    Where it is not given, those before the first round that an entrant is in; whoever is in none
    may still come, unless they have left.
    """
    first: dict[Key | None, int] = {}
    for before, pairings in enumerate(rounds):
        for pairing in pairings:
            first.setdefault(pairing.a, before)
            first.setdefault(pairing.b, before)
    return {
        contender.id: first.get(contender.id, 0 if contender.withdrawn else len(rounds))
        if contender.missed is None
        else contender.missed
        for contender in contenders
    }


def records(
    contenders: Sequence[Contender], rounds: Rounds, late_entry: LateEntry
) -> dict[Key, EntrantRecord]:
    """Every entrant's record; a round missed by coming late counts as ``late_entry`` says.

    A round missed later, after a withdrawal, counts as a loss, whether or not they return.
    """
    late_entry = chosen("late entry", late_entry, LateEntry)
    table = {contender.id: EntrantRecord() for contender in contenders}
    too_late_for = missed_by_coming_late(contenders, rounds)
    for number, pairings in enumerate(rounds, start=1):
        present = _enter(table, pairings, number)
        for key, record in table.items():
            if key in present:
                continue
            if late_entry is LateEntry.BYE and number <= too_late_for[key]:
                record.score += 1
                record.byes += 1
            else:
                record.losses += 1
    return table


def _enter(
    table: dict[Key, EntrantRecord], pairings: Sequence[RoundPairing], number: int
) -> set[Key]:
    """Add one round to the records and return who took part."""
    present: set[Key] = set()
    for pairing in pairings:
        for key in (pairing.a, pairing.b):
            if key is None:
                continue
            if key not in table or key in present:
                known = "is not on the list" if key not in table else "is there twice"
                raise HistoryNotValid(
                    f"In round {number} entrant {key} {known}.", round=number, entrant=key
                )
            present.add(key)
            _add(table[key], pairing, key)
    return present


def _add(record: EntrantRecord, pairing: RoundPairing, key: Key) -> None:
    won = pairing.won_by(key)
    record.score += won
    record.losses += not won
    opponent = pairing.opponent_of(key)
    if opponent is None:
        record.byes += 1
    else:
        record.opponents[opponent] += 1
