"""Whether a stage is over follows from its rows, after whatever has changed them."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import Stage
from tournaments.selectors import drawn_from_its_places
from tournaments.services.closing import finish_stage, reopen_stage
from tournaments.services.rounds import goes_on
from tournaments.services.sheet import Sheet


def close_or_reopen(stage: Stage) -> None:
    """Note that a stage has come to its end, once nothing of it is undecided; or that it has not.

    What follows an end may undo it: a correction can leave two in a lives stage who had one, and
    whoever comes back may have a match to play.
    """
    if Sheet.has_open_rows(stage) or _has_rounds_to_come(stage):
        reopen_stage(stage)
    elif stage.finished_at is None:
        finish_stage(stage, at=timezone.now())


def _has_rounds_to_come(stage: Stage) -> bool:
    """Whether another round is to be paired; none once the stage after it is drawn from its end."""
    if not stage.paired_by_round:
        return False
    if stage.finished_at and drawn_from_its_places(stage):
        return False
    return goes_on(stage)
