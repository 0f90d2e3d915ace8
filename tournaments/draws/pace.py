"""How fast a club plays: minutes a point by match length and kind of stage, learned from its own matches.

Pure: it knows no database. Medians of logarithms, so that one forgotten clock counts for nothing, each drawn
towards what is known more widely: a length towards its kind of stage, that towards the club, and the club
towards the average of clubs. With few matches it is that average, with many it is the club.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from statistics import median

from tournaments.draws.format_assistant import MINUTES_A_POINT

PRIOR = 20
"""As many matches weigh as much as what is known without them."""
TONIGHT = 4
"""The same for the matches of the evening itself, which tell more about it."""
SPREAD = 0.35
"""How far matches of one length lie apart at clubs in general, as a part of their time."""
DOUBT = 0.2
"""How far clubs lie apart."""
_QUICKEST, _SLOWEST = 1, 30
"""Minutes a point: what was quicker or slower was not timed at its table."""
_LEAST, _MOST = log(3.0), log(12.0)
_MAD = 1.4826
"""The median of distances from the middle, as a standard deviation."""


@dataclass(frozen=True)
class TimedMatch:
    """A match whose time at the table is known."""

    kind: str
    """The format of its stage."""
    length: int
    minutes: float

    @property
    def is_plausible(self) -> bool:
        """Whether its time was taken at the table, and not when somebody thought of it."""
        return _QUICKEST * self.length <= self.minutes <= _SLOWEST * self.length


@dataclass(frozen=True)
class Pace:
    """Minutes a point, and how sure that is. Paces are kept as logarithms."""

    club: float = log(MINUTES_A_POINT)
    kinds: Mapping[str, float] = field(default_factory=dict)
    lengths: Mapping[tuple[str, int], float] = field(default_factory=dict)
    spread: float = SPREAD
    doubt: float = DOUBT
    matches: int = 0
    """From which it was learned."""

    def minutes_a_point(self, kind: str, length: int) -> float:
        """In a match of this length in such a stage."""
        known = self.lengths.get((kind, length), self.kinds.get(kind, self.club))
        return exp(min(max(known, _LEAST), _MOST))

    def tonight(self, played: Iterable[TimedMatch]) -> Pace:
        """The same, moved by how fast the matches of this evening were."""
        apart = [
            log(match.minutes / match.length / self.minutes_a_point(match.kind, match.length))
            for match in played
            if match.is_plausible
        ]
        if not apart:
            return self
        trust = len(apart) / (len(apart) + TONIGHT)
        moved = trust * median(apart)
        doubt = sqrt(((1 - trust) * self.doubt) ** 2 + trust * self.spread**2 / len(apart))
        return Pace(
            self.club + moved,
            {kind: known + moved for kind, known in self.kinds.items()},
            {place: known + moved for place, known in self.lengths.items()},
            self.spread,
            min(doubt, self.doubt),
            self.matches,
        )


AVERAGE = Pace()
"""Of clubs that have no matches yet."""
EXACT = Pace(spread=0.0, doubt=0.0)
"""As if every match took the same time a point."""


def learned_from(history: Iterable[TimedMatch]) -> Pace:
    """The pace of a club, from as many of its latest matches as are at hand."""
    timed = [
        (match.kind, match.length, log(match.minutes / match.length))
        for match in history
        if match.is_plausible
    ]
    if not timed:
        return AVERAGE
    club = _drawn([pace for _kind, _length, pace in timed], towards=AVERAGE.club)
    by_kind: dict[str, list[float]] = {}
    by_length: dict[tuple[str, int], list[float]] = {}
    for kind, length, pace in timed:
        by_kind.setdefault(kind, []).append(pace)
        by_length.setdefault((kind, length), []).append(pace)
    kinds = {kind: _drawn(paces, towards=club) for kind, paces in by_kind.items()}
    lengths = {place: _drawn(paces, towards=kinds[place[0]]) for place, paces in by_length.items()}
    apart = [abs(pace - lengths[kind, length]) for kind, length, pace in timed]
    trust = len(timed) / (len(timed) + PRIOR)
    spread = sqrt(trust * (_MAD * median(apart)) ** 2 + (1 - trust) * SPREAD**2)
    doubt = sqrt(((1 - trust) * DOUBT) ** 2 + spread**2 / (len(timed) + PRIOR))
    return Pace(club, kinds, lengths, spread, doubt, len(timed))


def _drawn(paces: Sequence[float], *, towards: float) -> float:
    """The middle of these, nearer to what is known more widely the fewer they are."""
    return (len(paces) * median(paces) + PRIOR * towards) / (len(paces) + PRIOR)
