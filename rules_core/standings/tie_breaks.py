"""How each tie-break counts, unplayed matches included.

A match that was not played (a bye, a walkover, a round missed) tells nothing about an opponent. Where
a tie-break looks at opponents it counts as one who has done exactly as well as the entrant, so it
neither helps nor harms. Points and performance look at played matches alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from rules_core.draws.history import Key
from rules_core.draws.seeding import lot
from rules_core.draws.settings import TieBreak
from rules_core.standings.figures import Figure, Note, Term, summed
from rules_core.standings.performance import RatedMatch, performance
from rules_core.standings.scorebook import RoundKind, RoundLine, Scorebook


@dataclass(frozen=True)
class TieBreaks:
    """All tie-breaks of one table."""

    book: Scorebook
    seed: str
    by_hand: Sequence[Key] = ()
    """Entrants in the order the director put them in, best first."""
    lives: int | None = None
    """Losses that put an entrant out."""

    def figures(self, code: TieBreak, tied: Collection[Key]) -> dict[Key, Figure]:
        """What one tie-break says about entrants who are still level."""
        if code is TieBreak.HEAD_TO_HEAD:
            return self._head_to_head(tied)
        return {entrant: self.figure(code, entrant) for entrant in tied}

    def figure(self, code: TieBreak, entrant: Key) -> Figure:
        """What a tie-break that looks at no one else's place says about an entrant."""
        return self._counts[code](entrant)

    @cached_property
    def _counts(self) -> dict[TieBreak, Callable[[Key], Figure]]:
        return {
            TieBreak.MATCH_POINTS: self._match_points,
            TieBreak.WINS: self._wins,
            TieBreak.BUCHHOLZ: self._buchholz,
            TieBreak.BUCHHOLZ_CUT_WORST: self._buchholz_cut_worst,
            TieBreak.MEDIAN: self._median,
            TieBreak.SONNEBORN_BERGER: self._sonneborn_berger,
            TieBreak.PROGRESSIVE: self._progressive,
            TieBreak.OPPONENTS_OPPONENTS: self._opponents_opponents,
            TieBreak.POINTS_DIFFERENCE: self._points_difference,
            TieBreak.FEWEST_BYES: self._fewest_byes,
            TieBreak.RATING_PERFORMANCE: self._rating_performance,
            TieBreak.BY_HAND: self._by_hand,
            TieBreak.LOT: self._lot,
            TieBreak.WENT_OUT: self._went_out,
        }

    @cached_property
    def _scores(self) -> Mapping[Key, int]:
        return {entrant: self.book.match_points(entrant) for entrant in self.book.lines}

    @cached_property
    def _buchholz_sums(self) -> Mapping[Key, float]:
        return {entrant: self._buchholz(entrant).value or 0 for entrant in self.book.lines}

    @cached_property
    def _lots(self) -> Mapping[Key, int]:
        drawn = sorted(self.book.lines, key=lambda entrant: lot(self.seed, "lot", entrant))
        return {entrant: number for number, entrant in enumerate(drawn, start=1)}

    def _match_points(self, entrant: Key) -> Figure:
        return summed(
            TieBreak.MATCH_POINTS, [_term(line, int(line.won)) for line in self.book.lines[entrant]]
        )

    def _wins(self, entrant: Key) -> Figure:
        """Matches won over an opponent, walkovers among them; a bye is no win."""
        paired = [line for line in self.book.lines[entrant] if line.opponent is not None]
        return summed(TieBreak.WINS, [_term(line, int(line.won)) for line in paired])

    def _opposition(self, entrant: Key, figures: Mapping[Key, float]) -> list[Term]:
        """A figure of every opponent, or the entrant's own for a match that was not played."""
        return [
            _term(line, figures[line.opponent])
            if line.over_the_board and line.opponent is not None
            else _term(line, figures[entrant], Note.UNPLAYED)
            for line in self.book.lines[entrant]
        ]

    def _buchholz(self, entrant: Key) -> Figure:
        """The match points of all opponents."""
        return summed(TieBreak.BUCHHOLZ, self._opposition(entrant, self._scores))

    def _buchholz_cut_worst(self, entrant: Key) -> Figure:
        terms = self._opposition(entrant, self._scores)
        return summed(TieBreak.BUCHHOLZ_CUT_WORST, _without(terms, worst=True))

    def _median(self, entrant: Key) -> Figure:
        """Buchholz without the best and the worst opponent."""
        terms = self._opposition(entrant, self._scores)
        return summed(TieBreak.MEDIAN, _without(_without(terms, worst=True), worst=False))

    def _sonneborn_berger(self, entrant: Key) -> Figure:
        """The match points of the opponents beaten."""
        won = [term for term in self._opposition(entrant, self._scores) if term.won]
        return summed(TieBreak.SONNEBORN_BERGER, won)

    def _progressive(self, entrant: Key) -> Figure:
        """The match points after each round, added up: early wins count more often."""
        lines = self.book.lines[entrant]
        running = accumulate(line.won for line in lines)
        terms = [_term(line, total) for line, total in zip(lines, running, strict=True)]
        return summed(TieBreak.PROGRESSIVE, terms)

    def _opponents_opponents(self, entrant: Key) -> Figure:
        """The Buchholz of all opponents."""
        return summed(TieBreak.OPPONENTS_OPPONENTS, self._opposition(entrant, self._buchholz_sums))

    def _points_difference(self, entrant: Key) -> Figure:
        played = [line for line in self.book.lines[entrant] if line.over_the_board]
        terms = [_term(line, line.points_for - line.points_against) for line in played]
        return summed(TieBreak.POINTS_DIFFERENCE, terms)

    def _fewest_byes(self, entrant: Key) -> Figure:
        given = [
            line
            for line in self.book.lines[entrant]
            if line.kind is RoundKind.BYE or (line.kind is RoundKind.MISSED and line.won)
        ]
        return summed(TieBreak.FEWEST_BYES, [_term(line, 1) for line in given])

    def _rating_performance(self, entrant: Key) -> Figure:
        """The rating at which the results would have been the ones to expect."""
        terms: list[Term] = []
        matches: list[RatedMatch] = []
        for line in self.book.lines[entrant]:
            if line.over_the_board and line.opponent is not None:
                rating = self.book.contenders[line.opponent].rating
                if rating is not None:
                    matches.append(RatedMatch(rating, line.length, line.won))
                    terms.append(_term(line, rating))
        if not matches:
            return Figure(TieBreak.RATING_PERFORMANCE, None, note=Note.NO_RATED_OPPONENT)
        return Figure(TieBreak.RATING_PERFORMANCE, performance(matches), tuple(terms))

    def _by_hand(self, entrant: Key) -> Figure:
        if entrant not in self.by_hand:
            return Figure(TieBreak.BY_HAND, None, note=Note.NOT_GIVEN)
        return Figure(TieBreak.BY_HAND, self.by_hand.index(entrant) + 1)

    def _lot(self, entrant: Key) -> Figure:
        """The place in a draw from the published seed."""
        return Figure(TieBreak.LOT, self._lots[entrant])

    def _went_out(self, entrant: Key) -> Figure:
        """The round of the last life, or the first one not played by somebody who left."""
        assert self.lives is not None, "asked only where entrants have lives"
        lost = [line for line in self.book.lines[entrant] if not line.won][: self.lives]
        terms = tuple(_term(line, self.lives - n) for n, line in enumerate(lost, start=1))
        last = lost[-1].round if len(lost) == self.lives else None
        if self.book.contenders[entrant].withdrawn:
            left = self.book.last_played(entrant) + 1
            if last is None or left < last:
                return Figure(TieBreak.WENT_OUT, left, terms, Note.LEFT_WITH_LIVES)
        note = Note.STILL_IN if last is None else Note.LIVES_LEFT
        return Figure(TieBreak.WENT_OUT, last, terms, note)

    def _head_to_head(self, tied: Collection[Key]) -> dict[Key, Figure]:
        """Wins among the tied, if each of them has met each other one."""
        if len(tied) < 2:
            return {e: Figure(TieBreak.HEAD_TO_HEAD, None, note=Note.NOT_TIED) for e in tied}
        if not all(self.book.met(a, b) for a in tied for b in tied if a != b):
            return {e: Figure(TieBreak.HEAD_TO_HEAD, None, note=Note.NOT_ALL_MET) for e in tied}
        return {
            entrant: summed(
                TieBreak.HEAD_TO_HEAD,
                [
                    _term(line, int(line.won))
                    for line in self.book.lines[entrant]
                    if line.opponent in tied
                ],
            )
            for entrant in tied
        }


def _term(line: RoundLine, value: float, note: Note | None = None) -> Term:
    return Term(value, line.round, line.opponent, line.won, note)


def _without(terms: list[Term], *, worst: bool) -> list[Term]:
    """The terms with the lowest (or highest) that still counts left out."""
    counting = [position for position, term in enumerate(terms) if term.counts]
    if not counting:
        return terms
    choose = min if worst else max
    position = choose(counting, key=lambda place: terms[place].value)
    marked = list(terms)
    marked[position] = replace(terms[position], note=Note.LEFT_OUT)
    return marked
