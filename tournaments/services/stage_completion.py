"""Whether a stage is over follows from its rows, after whatever has changed them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from tournaments.draws.swiss_rounds import has_next_round
from tournaments.models import Stage, Tournament, TournamentStatus
from tournaments.selectors import next_drawn_stage
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.season_tables import seasons_follow


def close_or_reopen(sheet: DrawSheet) -> None:
    """Note that a stage has come to its end, once nothing of it is undecided; or that it has not.

    What follows an end may undo it: a correction can leave two in a lives stage who had one, and
    whoever comes back may have a match to play.
    """
    stage = sheet.stage
    if not is_complete(sheet):
        reopen_stage(stage)
    elif stage.finished_at is None:
        finish_stage(stage, at=timezone.now())


def is_complete(sheet: DrawSheet) -> bool:
    """Whether everything on the sheet is decided and no further round is to be paired."""
    return not sheet.has_open_rows and not _has_rounds_to_come(sheet.stage)


def _has_rounds_to_come(stage: Stage) -> bool:
    """Whether another round is to be paired; none once the stage after it is drawn from its end."""
    if not stage.paired_by_round:
        return False
    if stage.finished_at and next_drawn_stage(stage):
        return False
    return has_next_round(stage)


def finish_stage(stage: Stage, *, at: datetime) -> None:
    """Close a stage, and with the last one the event."""
    stage.finished_at = at
    stage.save(update_fields=["finished_at"])
    finish_event_if_over(stage.tournament)


def finish_event_if_over(tournament: Tournament) -> None:
    """Close an event none of whose stages is still to be played."""
    if not tournament.stages.filter(finished_at=None).exists():
        Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.FINISHED)
        seasons_follow(tournament.pk)


def reopen_stage(stage: Stage) -> None:
    """A stage that was over is not, after a correction; nor is its event."""
    if stage.finished_at is None:
        return
    stage.finished_at = None
    stage.save(update_fields=["finished_at"])
    Tournament.objects.filter(pk=stage.tournament_id).update(status=TournamentStatus.RUNNING)
    seasons_follow(stage.tournament_id)
