"""A stage comes to its end, or turns out not to be over yet."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Stage, Tournament, TournamentStatus


def finish_stage(stage: Stage, *, at: datetime) -> None:
    """Close a stage, and with the last one the event."""
    stage.finished_at = at
    stage.save(update_fields=["finished_at"])
    finish_event_if_over(stage.tournament)


def finish_event_if_over(tournament: Tournament) -> None:
    """Close an event none of whose stages is still to be played."""
    if not tournament.stages.filter(finished_at=None).exists():
        Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.FINISHED)


def reopen_stage(stage: Stage) -> None:
    """A stage that was over is not, after a correction; nor is its event."""
    if stage.finished_at is None:
        return
    stage.finished_at = None
    stage.save(update_fields=["finished_at"])
    Tournament.objects.filter(pk=stage.tournament_id).update(status=TournamentStatus.RUNNING)
