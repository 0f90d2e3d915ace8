"""Who shows a change of a stage at once, and who leaves it to the job: decided here and nowhere else.

Every service that changes what is shown of a stage calls ``stage_changed`` in its transaction; the
job computes the snapshot after the commit, usually within a second. That is enough for results, which
come in bursts and are watched from elsewhere.

Whoever presses a button that changes the draw, a place or the list of entrants looks for the effect
on the very next page, or in the answer. So those interfaces call ``show_at_once`` after the service:
the job then finds nothing left to do.
"""

from __future__ import annotations

from db.statements import Later
from outbox.models import Message
from outbox.services import enqueue
from tournaments.models import StageSnapshot
from tournaments.services.snapshots import refresh_snapshot
from tournaments.services.stage_versions import count_change

_JOB = "tournaments.refresh_snapshot"
_ALONE = "tournaments.refresh_snapshot_alone"


def stage_changed(stage_id: int) -> Later:
    """Count a change, and have the snapshot computed once the transaction has committed."""
    version = count_change(stage_id)
    enqueue(_JOB, stage_id)
    return version


def player_changed(player_id: int) -> None:
    """The name of a player is shown by every stage of the events they entered.

    These stages are not locked, so the changes are left for the jobs to count, one stage each.
    """
    shown = StageSnapshot.objects.filter(stage__tournament__entries__player=player_id)
    for stage_id in shown.values_list("pk", flat=True).order_by("pk").distinct():
        enqueue(_ALONE, stage_id)


def have_published_alone(stage_id: int) -> None:
    """After all others: its job may wait for somebody, or fail."""
    enqueue(_ALONE, stage_id)


def show_at_once(stage_id: int) -> StageSnapshot:
    """The snapshot as the change that was just made has it."""
    return refresh_snapshot(stage_id=stage_id)


def is_refresh_waiting(stage_id: int) -> bool:
    """Whether the job is still to come."""
    return Message.objects.filter(job__in=(_JOB, _ALONE), args=[stage_id]).exists()
