"""Every entrant's rounds, line by line, as tables and tie-breaks read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules_core.choices import chosen
from rules_core.draws.history import (
    Contender,
    Key,
    RoundPairing,
    Rounds,
    missed_by_coming_late,
)
from rules_core.draws.settings import LateEntry
from rules_core.sides import NO_POINTS


class RoundKind(StrEnum):
    """What a round was to an entrant."""

    PLAYED = "played"
    WALKOVER = "walkover"
    """Paired, but decided without play."""
    BYE = "bye"
    MISSED = "missed"
    """Not there: late, or away."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of one entrant."""

    round: int
    kind: RoundKind
    won: bool
    """A bye is won."""
    opponent: Key | None = None
    points_for: int = 0
    points_against: int = 0
    length: int = 1

    @property
    def over_the_board(self) -> bool:
        """Whether it was played: only then do opponent and points say something."""
        return self.kind is RoundKind.PLAYED


@dataclass(frozen=True, slots=True)
class Scorebook:
    """The lines of all entrants."""

    contenders: dict[Key, Contender]
    lines: dict[Key, list[RoundLine]] = field(default_factory=dict)

    def match_points(self, entrant: Key) -> int:
        """One for each match won, each walkover and each bye that counts."""
        return sum(line.won for line in self.lines[entrant])

    def last_played(self, entrant: Key) -> int:
        """The last round that was played, or won without play; 0 if there is none."""
        return max(
            (line.round for line in self.lines[entrant] if line.over_the_board or line.won),
            default=0,
        )

    def met(self, a: Key, b: Key) -> bool:
        """Whether two entrants were paired with each other."""
        return any(line.opponent == b for line in self.lines[a])


def scorebook(
    contenders: Sequence[Contender],
    rounds: Rounds,
    *,
    byes_count: bool = True,
    late_entry: LateEntry = LateEntry.LOSS,
    lives: int | None = None,
) -> Scorebook:
    """The book after these rounds.

    ``byes_count`` is for a Swiss, where whoever has no opponent scores as for a win. In a round
    robin a bye is a rest and leaves no line; nor does a round in which an entrant is not named.
    Whoever has lost all ``lives`` misses nothing by not being there.
    """
    late_entry = chosen("late entry", late_entry, LateEntry)
    book = Scorebook({contender.id: contender for contender in contenders})
    for contender in contenders:
        book.lines[contender.id] = []
    too_late_for = missed_by_coming_late(contenders, rounds)
    for number, pairings in enumerate(rounds, start=1):
        _write(book, number, pairings, byes_count=byes_count)
        if byes_count:
            given = {
                entrant
                for entrant, missed in too_late_for.items()
                if late_entry is LateEntry.BYE and number <= missed
            }
            _write_missed(book, number, pairings, given, lives)
    return book


def _write(
    book: Scorebook, number: int, pairings: Iterable[RoundPairing], *, byes_count: bool
) -> None:
    for pairing in pairings:
        if not pairing.decided:
            continue
        if pairing.b is not None:
            book.lines[pairing.a].append(_line(number, pairing, pairing.a))
            book.lines[pairing.b].append(_line(number, pairing, pairing.b))
        elif byes_count:
            book.lines[pairing.a].append(
                RoundLine(number, RoundKind.BYE, won=pairing.winner is not None)
            )


def _line(number: int, pairing: RoundPairing, entrant: Key) -> RoundLine:
    side = pairing.side_of(entrant)
    score = pairing.score or NO_POINTS
    return RoundLine(
        round=number,
        kind=RoundKind.PLAYED if pairing.played and pairing.winner else RoundKind.WALKOVER,
        won=pairing.won_by(entrant),
        opponent=pairing.opponent_of(entrant),
        points_for=score.of(side),
        points_against=score.of(side.other),
        length=pairing.length,
    )


def _write_missed(
    book: Scorebook,
    number: int,
    pairings: Iterable[RoundPairing],
    given: Collection[Key],
    lives: int | None,
) -> None:
    """Add the round to the lines of those not in it; to ``given`` it counts as a bye."""
    present = {key for pairing in pairings for key in (pairing.a, pairing.b)}
    for entrant, lines in book.lines.items():
        out = lives is not None and sum(not line.won for line in lines) >= lives
        if entrant not in present and not out:
            lines.append(RoundLine(number, RoundKind.MISSED, won=entrant in given))
