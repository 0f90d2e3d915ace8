"""Jobs that do the forgetting (docs/privacy.md)."""

from __future__ import annotations

from celery import shared_task

from players.services import merging, privacy


@shared_task(name="players.forget", acks_late=False)
def forget() -> None:
    """What has served its purpose goes."""
    merging.forget_merges()
    privacy.forget_old_traces()
