"""How a director says that a match ended without being played out."""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.match import Ending, MatchEnd
from rules_core.sides import Score, Side


@dataclass(frozen=True)
class DeclaredEnding:
    """An ending as it was declared. Only an unfinished match has a score, which may be left out."""

    ended_by: MatchEnd
    winner: Side | None = None
    score: tuple[int, int] | None = None

    def at(self, points: Score) -> Ending:
        """The ending as the ledger keeps it, of a match that stands at these points.

        Unfinished, the score stands (docs/rules.md, "What a match record also carries"): whoever leads
        wins, unless the director names somebody by the club's own rule. The line says who, so that
        projecting it again never depends on how we read the rule later.
        """
        if self.ended_by is MatchEnd.UNFINISHED:
            return Ending.unfinished(Score(*self.score) if self.score else points, self.winner)
        return Ending(self.ended_by, self.winner, Score(*self.score) if self.score else None)
