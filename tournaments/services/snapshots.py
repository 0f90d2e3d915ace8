"""Making what the world sees of a stage. Safe to make again at any time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from django.db import DatabaseError, transaction
from django.utils import timezone

from db.one_state import can_be_held, one_state
from db.prepared import Prepared, PreparedUpdate
from tournaments.models import Stage, StageSnapshot
from tournaments.publishing.remembered_stages import StageMemory, texts_of
from tournaments.publishing.snapshot_json import ContentTexts
from tournaments.services.locks import locked_stage
from tournaments.services.season_tables import standings_published
from tournaments.services.stage_versions import count_past, current_version

_stages = Prepared(lambda key: Stage.objects.select_related("tournament").filter(pk=key))
_held = Prepared(
    # Without the long texts, which are about to be written again.
    lambda key: (
        StageSnapshot.objects.filter(pk=key).select_for_update().defer("bracket", "standings")
    )
)
_published_rows = PreparedUpdate(StageSnapshot)
_memory = StageMemory()

TRIES = 3
"""How often a stage is read without keeping anybody from changing it meanwhile."""


class _ChangedMeanwhile(Exception):
    """What was read is not one state of the stage."""


class _NotCounted(Exception):
    """What is to be shown is not what was, though no change of the stage was counted."""

    def __init__(self, published: int) -> None:
        super().__init__(published)
        self.published = published


@dataclass(frozen=True)
class StageState:
    """Bracket and standings of one version of a stage."""

    version: int
    texts: ContentTexts


def read_state(*, stage_id: int) -> StageState | None:
    """A stage as it is at this moment, while nobody waits; nothing inside a transaction, which has no such moment."""
    if not can_be_held():
        return None
    with one_state():
        version = current_version(stage_id)
        return StageState(version, _memory.texts_of(_stage(stage_id)))


def refresh_snapshot(*, stage_id: int, state: StageState | None = None) -> StageSnapshot:
    """Publish bracket and standings as the version of the stage they show; never an older one than is published."""
    state = state or read_state(stage_id=stage_id)
    if state is None:
        return _refresh_inside(stage_id)
    try:
        return _publish_state(stage_id, state)
    except _NotCounted:
        return _refresh_inside(stage_id)


@transaction.atomic
def _publish_state(stage_id: int, state: StageState) -> StageSnapshot:
    snapshot = _locked(stage_id)
    if snapshot.version > state.version:
        return snapshot
    return _write(snapshot, state)


def _refresh_inside(stage_id: int) -> StageSnapshot:
    """The same inside a transaction, or for what no version tells.

    Here rows are read one after the other while others commit. If the version has moved on when all is
    read, they may be half of one state and half of another, and are read again; results that come in too
    fast for that wait for the last try.
    """
    for _ in range(TRIES):
        with suppress(_ChangedMeanwhile):
            return _published(stage_id)
    with transaction.atomic():
        locked_stage(stage_id)
        return _published(stage_id, held=True)


def _published(stage_id: int, *, held: bool = False) -> StageSnapshot:
    try:
        return _publish(stage_id, held=held)
    except _NotCounted as found:
        # A player has another name, or a new version of Barpoint shows something else.
        with transaction.atomic():
            count_past(stage_id, found.published)
            return _publish(stage_id, held=held)


@transaction.atomic
def _publish(stage_id: int, *, held: bool) -> StageSnapshot:
    """The row is locked before anything is read: of two runs at once the later one publishes last."""
    snapshot = _locked(stage_id)
    version = current_version(stage_id)
    return _write(snapshot, StageState(version, _read(stage_id, version, held=held)))


def _write(snapshot: StageSnapshot, state: StageState) -> StageSnapshot:
    version, digest = state.version, state.texts.digest
    if digest != snapshot.digest:
        if version <= snapshot.version:
            raise _NotCounted(snapshot.version)
        snapshot.digest = digest
        snapshot.updated_at = timezone.now()
        standings_published(snapshot.pk)
    elif version <= snapshot.version:
        return snapshot
    snapshot.version = version
    snapshot.bracket, snapshot.standings = state.texts.as_version(version)
    _published_rows.save([snapshot])
    return snapshot


def _read(stage_id: int, version: int, *, held: bool) -> ContentTexts:
    """One state of a stage; where it is ``held``, matches may go on, and nothing else."""
    try:
        texts = texts_of(_stage(stage_id))
    except DatabaseError:
        raise
    except Exception as error:
        # Half of two states need not make sense.
        if not held and current_version(stage_id) != version:
            raise _ChangedMeanwhile from error
        raise
    if not held and current_version(stage_id) != version:
        raise _ChangedMeanwhile
    return texts


@transaction.atomic
def is_fresh(*, stage_id: int) -> bool:
    """Whether a stage's snapshot shows what its results say now, to the last letter."""
    snapshot = _locked(stage_id)
    texts = texts_of(_stage(stage_id))
    return (snapshot.version, snapshot.digest, snapshot.bracket, snapshot.standings) == (
        current_version(stage_id),
        texts.digest,
        *texts.as_version(snapshot.version),
    )


def _locked(stage_id: int) -> StageSnapshot:
    """Without its stage: PostgreSQL would give that as it was before the wait for the lock."""
    return _held.get(stage_id)


def _stage(stage_id: int) -> Stage:
    return _stages.get(stage_id)
