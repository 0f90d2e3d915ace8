"""Making what the world sees of a season, and having it follow its events.

A table is published like the standings of a stage: computed by a job, kept ready, and read as it is. It would
take the standings of a hundred events to make it while somebody waits. Whatever changes the standings of a
finished event asks for the job in its own transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from db.prepared import Prepared
from outbox.models import Message
from outbox.services import enqueue
from tournaments.models import Season, SeasonSnapshot, Tournament, TournamentStatus
from tournaments.publishing.season_table import season_content, season_text
from tournaments.publishing.season_types import SeasonContent
from tournaments.publishing.snapshot_json import json_text
from tournaments.season_selectors import seasons_with

_JOB = "tournaments.refresh_season"
_over = Prepared(
    lambda *stage_ids: (
        Tournament.objects.filter(stages__in=stage_ids, status=TournamentStatus.FINISHED)
        .only("pk")
        .distinct()
        .order_by("pk")
    )
)


@transaction.atomic
def refresh_season(*, season_id: int) -> SeasonSnapshot:
    """Compute a season's table again, and publish it as a new version if it is another.

    The row is locked before anything is read: of two runs at once the later one publishes last.
    """
    snapshot = SeasonSnapshot.objects.select_for_update().get(pk=season_id)
    content = _content(season_id)
    digest = _digest(content)
    if digest != snapshot.digest:
        snapshot.version += 1
        snapshot.digest = digest
        snapshot.content = season_text(snapshot.version, content)
        snapshot.updated_at = timezone.now()
        snapshot.save()
    return snapshot


@transaction.atomic
def is_fresh(*, season_id: int) -> bool:
    """Whether a season's table shows what the results say now, to the last letter."""
    snapshot = SeasonSnapshot.objects.select_for_update().get(pk=season_id)
    content = _content(season_id)
    return (snapshot.digest, snapshot.content) == (
        _digest(content),
        season_text(snapshot.version, content),
    )


def is_refresh_waiting(season_id: int) -> bool:
    """Whether the job is still to come."""
    return Message.objects.filter(job=_JOB, args=[season_id]).exists()


def seasons_follow(tournament_id: int) -> None:
    """Have the seasons of an event computed once the transaction has committed."""
    for season_id in _seasons_with(tournament_id):
        enqueue(_JOB, season_id)


def standings_published(stage_ids: Sequence[int]) -> None:
    """The same after the standings of stages have changed; an event that goes on gives no points yet."""
    for tournament in _over.all(*stage_ids) if stage_ids else ():
        seasons_follow(tournament.pk)


def seasons_of_club_follow(club_id: int) -> None:
    """The same for all seasons of a club, when an event may have moved from one into another."""
    for season_id in (
        Season.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True)
    ):
        enqueue(_JOB, season_id)


def refresh_seasons_with(tournament_id: int) -> None:
    """Compute the seasons of an event in this very transaction."""
    for season_id in _seasons_with(tournament_id):
        refresh_season(season_id=season_id)


def _seasons_with(tournament_id: int) -> list[int]:
    return seasons_with(Tournament.objects.select_related("club").get(pk=tournament_id))


def _content(season_id: int) -> SeasonContent:
    return season_content(Season.objects.select_related("club").get(pk=season_id))


def _digest(content: SeasonContent) -> str:
    return sha256(json_text(content).encode()).hexdigest()
