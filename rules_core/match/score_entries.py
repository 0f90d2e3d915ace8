"""Everything a match record is made of, besides its games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from rules_core.choices import choose
from rules_core.match.games import GameResult
from rules_core.match.refusals import (
    EndingNotDeclared,
    PenaltyOutOfRange,
    ScoreNotAllowed,
    WinnerNotAllowed,
    WinnerRequired,
)
from rules_core.sides import Score, Side


class MatchEnd(StrEnum):
    """How a match came to its end (docs/rules.md, "What a match record also carries")."""

    PLAYED = "played"
    WALKOVER = "walkover"
    FORFEIT = "forfeit"
    TIME = "time"
    RULING = "ruling"
    BYE = "bye"
    DOUBLE_FORFEIT = "double_forfeit"
    UNFINISHED = "unfinished"

    @property
    def rated(self) -> bool:
        """Whether ratings take such a match into account."""
        return self in {MatchEnd.PLAYED, MatchEnd.TIME, MatchEnd.RULING}

    @property
    def has_winner(self) -> bool:
        """Whether somebody wins a match that ends this way.

        Of an unfinished one only where the score that stands is declared with it.
        """
        return self not in {MatchEnd.DOUBLE_FORFEIT, MatchEnd.UNFINISHED}


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points given to the opponent of a side that broke a rule of the event."""

    side: Side
    """The side that is penalised; the points go to the other one."""
    points: int
    reason: str
    late: bool = False
    """Given by the rule for being late, which counts what it has given already."""

    def __post_init__(self) -> None:
        choose(self, "side", "side", Side)
        if self.points < 1:
            raise PenaltyOutOfRange("A penalty is at least one point.", points=self.points)


@dataclass(frozen=True, slots=True)
class Ending:
    """A match that ends without being played out."""

    ended_by: MatchEnd
    winner: Side | None = None
    score: Score | None = None
    """Of an unfinished match: the score that stands, its games not being recorded."""

    @classmethod
    def unfinished(cls, score: Score, winner: Side | None = None) -> Ending:
        """A match broken off at a score that stands: whoever leads wins, unless somebody is named.

        Level, and nobody named: nobody wins.
        """
        leader = None if score.a == score.b else Side.A if score.a > score.b else Side.B
        return cls(MatchEnd.UNFINISHED, leader if winner is None else winner, score)

    def __post_init__(self) -> None:
        choose(self, "ended_by", "way a match ends", MatchEnd)
        choose(self, "winner", "winner", Side, or_none=True)
        if self.score is not None:
            self._check_unfinished()
        elif self.ended_by is MatchEnd.PLAYED:
            self._check_played()
        elif self.ended_by.has_winner and self.winner is None:
            raise WinnerRequired(
                f"Choose who wins the match by {self.ended_by.value}.", ended_by=self.ended_by.value
            )
        elif self.winner is not None and not self.ended_by.has_winner:
            raise WinnerNotAllowed(
                f"Nobody wins a match that ends as {self.ended_by.value.replace('_', ' ')}.",
                ended_by=self.ended_by.value,
            )

    def _check_unfinished(self) -> None:
        if self.ended_by is not MatchEnd.UNFINISHED:
            raise ScoreNotAllowed(
                f"A match that ends by {self.ended_by.value.replace('_', ' ')} has no score of its"
                " own: record its games before, or leave the score out.",
                ended_by=self.ended_by.value,
            )

    def _check_played(self) -> None:
        if self.winner is not None:
            raise EndingNotDeclared(
                "Record the games or the final score instead.",
                ended_by=self.ended_by.value,
            )


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The score at the end of a match whose games were not, or not all, recorded."""

    a: int
    b: int

    @property
    def score(self) -> Score:
        """Both sides' points, which may be above the match length."""
        return Score(self.a, self.b)


ScoreEntry: TypeAlias = GameResult | Penalty | Ending | FinalScore


def score_entry_to_json(entry: ScoreEntry) -> dict[str, Any]:
    """An entry as plain values, its sort under ``entry``."""
    match entry:
        case GameResult():
            return {"entry": "game", **entry.to_json()}
        case Penalty():
            return {
                "entry": "penalty",
                "side": entry.side.value,
                "points": entry.points,
                "reason": entry.reason,
                **({"late": True} if entry.late else {}),
            }
        case Ending():
            winner = entry.winner.value if entry.winner else None
            stands = {"score": list(entry.score)} if entry.score else {}
            return {"entry": "ending", "ended_by": entry.ended_by.value, "winner": winner, **stands}
        case FinalScore():
            return {"entry": "final_score", "score": [entry.a, entry.b]}


def score_entry_from_json(data: dict[str, Any]) -> ScoreEntry:
    """The entry that ``score_entry_to_json`` wrote."""
    match data["entry"]:
        case "game":
            return GameResult.from_json(data)
        case "penalty":
            return Penalty(
                Side(data["side"]), data["points"], data["reason"], data.get("late", False)
            )
        case "ending":
            winner = Side(data["winner"]) if data["winner"] else None
            score = Score(*data["score"]) if data.get("score") else None
            return Ending(MatchEnd(data["ended_by"]), winner, score)
        case "final_score":
            return FinalScore(*data["score"])
        case other:
            raise ValueError(f"no match entry is called {other!r}")
