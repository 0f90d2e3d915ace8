"""What a draw will be, before it is made."""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.draws.outline import outline
from rules_core.errors import RulesError
from tournaments.models import Stage


@dataclass(frozen=True)
class RoundPreview:
    """One round to come."""

    bracket: str
    number: int
    last: int
    """The number of the bracket's last round."""
    length: int
    matches: int
    byes: int


@dataclass(frozen=True)
class DrawPreview:
    """A draw to come, or why there cannot be one yet."""

    entrants: int
    rounds: tuple[RoundPreview, ...] = ()
    refusal: str = ""

    @property
    def byes(self) -> int:
        """All byes of all rounds."""
        return sum(line.byes for line in self.rounds)

    @property
    def matches(self) -> int:
        """All matches of all rounds; fewer if a deciding one is not needed."""
        return sum(line.matches for line in self.rounds)


def preview_of(stage: Stage, entrants: int) -> DrawPreview:
    """The draw to come, or the sentence that refuses it."""
    try:
        return preview(stage, entrants)
    except RulesError as error:
        return DrawPreview(entrants, refusal=error.message)


def preview(stage: Stage, entrants: int) -> DrawPreview:
    """Rounds, matches and byes of a stage with this many entrants."""
    length = stage.tournament.rules["length"]
    lines = outline(stage.format, entrants, stage.settings, length=length)
    last = {line.bracket: line.round for line in lines}
    return DrawPreview(
        entrants,
        tuple(
            RoundPreview(
                line.bracket,
                line.round,
                last[line.bracket],
                line.length,
                line.matches,
                line.byes,
            )
            for line in lines
        ),
    )
