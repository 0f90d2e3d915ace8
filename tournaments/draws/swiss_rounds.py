"""The next round of a stage that is paired by round: Swiss, with or without lives."""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.draws.history import Round
from rules_core.draws.settings import SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import next_round
from tournaments.draws.history import by_seed, rounds
from tournaments.models import Pairing, Stage, StageEntrant
from tournaments.selectors import entrants_by_seed


def following_round(
    stage: Stage, entrants: Sequence[StageEntrant], rows: Sequence[Pairing]
) -> Round | None:
    """The next round of a stage that is paired by round, or None when it is over."""
    played = rounds(entrants, rows)
    return next_round(by_seed(entrants), played, swiss_settings(stage), seed=stage.seed)


def has_next_round(stage: Stage) -> bool:
    """Whether another round would follow the last one, once that is played."""
    return following_round(stage, entrants_by_seed(stage), _rows(stage)) is not None


def _rows(stage: Stage) -> list[Pairing]:
    return list(stage.pairings.select_related("match"))


def swiss_settings(stage: Stage) -> SwissSettings:
    """The settings of a stage that is paired by round."""
    settings = read_settings(stage.format, stage.settings)
    assert isinstance(settings, SwissSettings)
    return settings
