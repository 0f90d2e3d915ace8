"""The rounds of a drawn stage with their lengths, and which of them can still be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.draws.advancement import PairingStatus
from rules_core.draws.formats import lengths_of
from rules_core.draws.outline import outline
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import last_round
from tournaments.draws.history import by_seed
from tournaments.draws.plans import plan_of
from tournaments.draws.played import is_started
from tournaments.draws.swiss_rounds import swiss_settings
from tournaments.models import Pairing, Stage
from tournaments.selectors import entrants_by_seed

_WITHOUT_PLAY = (PairingStatus.WALKOVER, PairingStatus.BYE, PairingStatus.VOID)


@dataclass(frozen=True)
class RoundLength:
    """A round of a bracket: how long its matches are, and whether one of them has started."""

    bracket: str
    number: int
    length: int
    matches: int
    """Between two entrants who are known, and not over."""
    started: bool


def round_lengths(stage: Stage, rows: Sequence[Pairing]) -> list[RoundLength]:
    """Every round of a drawn stage, also those that are not paired yet; ``rows`` have their matches.

    The pools of a round robin are listed as one, unless they were given lengths of their own.
    """
    together = _pools_together(stage)
    by_round: dict[tuple[str, int], list[Pairing]] = defaultdict(list)
    for row in rows:
        by_round[_bracket(row.bracket, together=together), row.round].append(row)
    return [
        RoundLength(
            bracket,
            number,
            length,
            matches=sum(row.match is not None and not row.match.is_over for row in there),
            started=any(_is_played_to_its_length(row) for row in there),
        )
        for (bracket, number), length in _planned(stage, together=together).items()
        for there in [by_round[bracket, number]]
    ]


def explicit_lengths(
    stage: Stage, rounds: Iterable[RoundLength], changes: Mapping[tuple[str, int], int]
) -> dict[str, Any]:
    """The settings of a stage with the length of each round written out, these ones changed."""
    listed: dict[str, list[int]] = defaultdict(list)
    for one in rounds:
        listed[one.bracket].append(changes.get((one.bracket, one.number), one.length))
    kept = {name: value for name, value in stage.settings.items() if name != "from_final"}
    return kept | {"lengths": dict(listed)}


def rows_in(stage: Stage, rows: Iterable[Pairing], bracket: str, number: int) -> list[Pairing]:
    """The pairings of a round as it is listed."""
    together = _pools_together(stage)
    return [
        row
        for row in rows
        if (_bracket(row.bracket, together=together), row.round) == (bracket, number)
    ]


def _planned(stage: Stage, *, together: bool) -> dict[tuple[str, int], int]:
    if stage.paired_by_round:
        return _of_rounds(stage)
    made = plan_of(stage)
    return {
        (_bracket(bracket, together=together), number): pairings[0].length
        for bracket in made.brackets
        for number, pairings in made.rounds(bracket).items()
    }


def _of_rounds(stage: Stage) -> dict[tuple[str, int], int]:
    """Of a Swiss; with lives as many rounds as it takes if the stronger always wins."""
    settings = swiss_settings(stage)
    planned = last_round(by_seed(entrants_by_seed(stage)), settings)
    lengths = lengths_of(settings, stage.tournament.rules["length"])
    shown = planned
    if settings.lives is not None:
        paired = stage.pairings.order_by("-round").values_list("round", flat=True).first() or 1
        likely = len(outline(stage.format, stage.size, stage.settings))
        shown = min(planned, max(likely, paired + 1))
    return {("main", number): lengths.of("main", number, planned) for number in range(1, shown + 1)}


def _pools_together(stage: Stage) -> bool:
    given = read_settings(stage.format, stage.settings).lengths.by_bracket
    return not any(bracket.startswith("pool_") for bracket in given)


def _bracket(code: str, *, together: bool) -> str:
    return "main" if together and code.startswith("pool_") else code


def _is_played_to_its_length(row: Pairing) -> bool:
    """Whether a match of it was begun. Nobody has played for a walkover, whatever its length."""
    return row.match is not None and row.status not in _WITHOUT_PLAY and is_started(row.match)
