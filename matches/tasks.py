"""Jobs that follow a result."""

from __future__ import annotations

from celery import shared_task

from matches.services import (
    anonymised_files,
    forgetting,
    played_steps,
    rating_pools,
    rating_replay,
    reports,
)
from outbox.jobs import batch_job, job
from outbox.services import enqueue


@batch_job
def rate_match(*match_ids: int) -> None:
    """Bring ratings up to date with a match, or with all of an evening's last minute."""
    rating_replay.rate_matches(match_ids=match_ids)


@batch_job
def note_players(*player_ids: int) -> None:
    """Matches of these players are somebody else's now, or the other way round."""
    played_steps.note_played(player_ids)


@job
def rate_again(pool_key: str) -> None:
    """Compute the next chunk of a pool again, and ask for the one after it."""
    if not rating_replay.continue_replay(pool_key=pool_key):
        enqueue("matches.rate_again", pool_key)


@job
def take_history_away(pool_key: str) -> None:
    """Delete the next rows of a deleted pool, and ask for those after them."""
    if not rating_pools.take_history_away(pool_key=pool_key):
        enqueue("matches.take_history_away", pool_key)


@job
def refresh_rating_statistics() -> None:
    """After a long replay: lists and new results are looked up as fast as before it."""
    rating_replay.refresh_rating_statistics()


@shared_task(name="matches.resume_replays", acks_late=False)
def resume_replays() -> None:
    """Pools that are to be computed again are, even where the job for it was lost."""
    rating_replay.resume_replays()


@job
def remove_name_from_files(player_id: int) -> None:
    """Take the name of somebody who was anonymised out of the files of their matches."""
    anonymised_files.remove_name_from_files(player_id=player_id)


@shared_task(name="matches.forget_addresses", acks_late=False)
def forget_addresses() -> None:
    """Old lines of the ledger lose the address they came from."""
    forgetting.forget_addresses()


@shared_task(name="matches.confirm_due", acks_late=False)
def confirm_due() -> None:
    """Let reports count that nobody objected to in time."""
    reports.confirm_due()
