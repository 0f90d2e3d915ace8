"""The table of a Swiss or a round robin: a total order, and why it is as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules_core.draws.history import Contender, Key, Rounds
from rules_core.draws.settings import LateEntry, TieBreak
from rules_core.standings.figures import Figure
from rules_core.standings.scorebook import RoundKind, Scorebook, scorebook
from rules_core.standings.tie_breaks import TieBreaks

SWISS = (
    TieBreak.MATCH_POINTS,
    TieBreak.BUCHHOLZ_CUT_WORST,
    TieBreak.BUCHHOLZ,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.LOT,
)
"""What parts entrants in a Swiss unless the director says otherwise."""
ROUND_ROBIN = (
    TieBreak.MATCH_POINTS,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.POINTS_DIFFERENCE,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.LOT,
)


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line in the table."""

    rank: int
    entrant: Key
    played: int
    """Matches at the board."""
    wins: int
    losses: int
    byes: int
    points_for: int
    points_against: int
    points_difference: int
    """Points won less points lost at the board; matches that were not played are left out."""
    figures: tuple[Figure, ...]
    """One for each tie-break, in the order in which they are asked."""
    separated_by: TieBreak | None
    """Which of them put this row below the one above; None in the first row."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one entrant stands right below another."""

    below: Row
    above: Row
    level: tuple[TieBreak, ...]
    """The tie-breaks that did not part them."""
    code: TieBreak
    """The one that did."""
    figure_below: Figure
    figure_above: Figure


def table(
    contenders: Sequence[Contender],
    rounds: Rounds,
    *,
    seed: str,
    tie_breaks: Sequence[TieBreak] = SWISS,
    byes_count: bool = True,
    late_entry: LateEntry = LateEntry.LOSS,
    by_hand: Sequence[Key] = (),
    lives: int | None = None,
) -> tuple[Row, ...]:
    """All entrants, first to last, no two level.

    ``byes_count`` is true for a Swiss and false for a round robin, where a bye is a rest. With
    ``lives`` those still in come first, then those who went out, the last ones before the others.
    """
    book = scorebook(contenders, rounds, byes_count=byes_count, late_entry=late_entry, lives=lives)
    codes = completed(tie_breaks, by_hand=bool(by_hand), lives=lives is not None)
    asked = TieBreaks(book, seed, by_hand, lives)
    parting = _Separation(asked, codes)
    placed = list(parting.separated(list(book.lines), 0))
    return tuple(
        _row(book, rank, entrant, parting.figures[entrant], separated_by)
        for rank, (entrant, separated_by) in enumerate(placed, start=1)
    )


def completed(
    tie_breaks: Sequence[TieBreak], *, by_hand: bool, lives: bool = False
) -> tuple[TieBreak, ...]:
    """The tie-breaks with what makes them a table: points first, the director and the lot last.

    With lives, what comes before points is who lasts longer.
    """
    codes = [code for code in dict.fromkeys(tie_breaks) if code is not TieBreak.WENT_OUT]
    if not codes or codes[0] not in {TieBreak.MATCH_POINTS, TieBreak.WINS}:
        codes = [TieBreak.MATCH_POINTS, *(c for c in codes if c is not TieBreak.MATCH_POINTS)]
    drawn = TieBreak.LOT in codes
    if by_hand and TieBreak.BY_HAND not in codes:
        codes.insert(codes.index(TieBreak.LOT) if drawn else len(codes), TieBreak.BY_HAND)
    first = [TieBreak.WENT_OUT] if lives else []
    return (*first, *codes) if drawn else (*first, *codes, TieBreak.LOT)


def why(rows: Sequence[Row], entrant: Key) -> Explanation | None:
    """What put an entrant below the one above; None for the first."""
    place = next(index for index, row in enumerate(rows) if row.entrant == entrant)
    below, above = rows[place], rows[place - 1]
    if place == 0 or below.separated_by is None:
        return None
    asked = [figure.code for figure in below.figures]
    step = asked.index(below.separated_by)
    return Explanation(
        below=below,
        above=above,
        level=tuple(asked[:step]),
        code=below.separated_by,
        figure_below=below.figures[step],
        figure_above=above.figures[step],
    )


class _Separation:
    """Asks one tie-break after the other, each only of those still level."""

    def __init__(self, asked: TieBreaks, codes: Sequence[TieBreak]) -> None:
        self.asked = asked
        self.codes = codes
        self.figures: dict[Key, list[Figure]] = {entrant: [] for entrant in asked.book.lines}

    def separated(
        self, tied: list[Key], step: int, separated_by: TieBreak | None = None
    ) -> Iterator[tuple[Key, TieBreak | None]]:
        """The entrants in order, each with the tie-break that put it below the one before."""
        if step == len(self.codes):
            assert len(tied) == 1, "the lot leaves nobody level"
            yield tied[0], separated_by
            return
        code = self.codes[step]
        found = self.asked.figures(code, tied)
        groups: dict[float, list[Key]] = {}
        for entrant in sorted(tied, key=lambda entrant: found[entrant].rank_key):
            self.figures[entrant].append(found[entrant])
            groups.setdefault(found[entrant].rank_key, []).append(entrant)
        for group in groups.values():
            yield from self.separated(group, step + 1, separated_by)
            separated_by = code


def _row(
    book: Scorebook,
    rank: int,
    entrant: Key,
    figures: Sequence[Figure],
    separated_by: TieBreak | None,
) -> Row:
    lines = book.lines[entrant]
    paired = [line for line in lines if line.opponent is not None]
    missed = [line for line in lines if line.kind is RoundKind.MISSED and not line.won]
    at_the_board = [line for line in lines if line.over_the_board]
    wins = sum(line.won for line in paired)
    return Row(
        rank=rank,
        entrant=entrant,
        played=len(at_the_board),
        wins=wins,
        losses=len(paired) - wins + len(missed),
        byes=len(lines) - len(paired) - len(missed),
        points_for=sum(line.points_for for line in paired),
        points_against=sum(line.points_against for line in paired),
        points_difference=sum(line.points_for - line.points_against for line in at_the_board),
        figures=tuple(figures),
        separated_by=separated_by,
    )
