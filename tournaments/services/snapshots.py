"""Making what the world sees of a stage. Safe to make again at any time."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.db import DatabaseError, transaction
from django.utils import timezone

from db.one_state import can_be_held, one_state
from db.prepared import Prepared, PreparedUpdate
from tournaments.models import Stage, StageSnapshot
from tournaments.publishing.remembered_stages import StageMemory, rows_of, texts_of
from tournaments.publishing.snapshot_json import ContentTexts
from tournaments.services.locks import locked_stage
from tournaments.services.season_tables import standings_published
from tournaments.services.stage_versions import count_past, current_version, current_versions

_stages = Prepared(
    lambda *keys: Stage.objects.select_related("tournament").filter(pk__in=keys).order_by("pk")
)
_held = Prepared(
    # Without the long texts, which are about to be written again; always locked in the same order.
    lambda *keys: (
        StageSnapshot.objects.filter(pk__in=keys)
        .order_by("pk")
        .select_for_update()
        .defer("bracket", "standings")
    )
)
_published_rows = PreparedUpdate(StageSnapshot)
_memory = StageMemory()
logger = logging.getLogger(__name__)

TOGETHER = 24
"""Stages whose rows are read, and held in memory, together."""
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


def read_states(*, stage_ids: Collection[int]) -> dict[int, StageState]:
    """
    Stages as they are at this moment, while nobody waits; one that was removed, or cannot be read, is left out.

    Nothing inside a transaction, which has no such moment.
    """
    if not can_be_held() or not stage_ids:
        return {}
    keys = sorted(stage_ids)
    states: dict[int, StageState] = {}
    with one_state():
        for start in range(0, len(keys), TOGETHER):
            states |= _states_of(keys[start : start + TOGETHER])
    return states


def _states_of(stage_ids: Sequence[int]) -> dict[int, StageState]:
    versions = current_versions(stage_ids)
    states = {}
    for rows in rows_of(_stages.all(*stage_ids)):
        stage_id = rows.stage.pk
        try:
            states[stage_id] = StageState(versions[stage_id], _memory.texts_of(rows))
        except DatabaseError:
            raise
        except Exception:
            # The job that publishes it alone fails, and no other.
            logger.exception("Stage %s cannot be read with others.", stage_id)
    return states


@transaction.atomic
def publish_states(states: Mapping[int, StageState]) -> set[int]:
    """Publish each as the version it shows, never an older one than is published; say of which no version tells."""
    snapshots = _held.all(*sorted(states)) if states else []
    shown = {snapshot.pk: snapshot.digest for snapshot in snapshots}
    uncounted, changed = set(), []
    for snapshot in snapshots:
        try:
            state = states[snapshot.pk]
            if snapshot.version <= state.version and _takes(snapshot, state):
                changed.append(snapshot)
        except _NotCounted:
            uncounted.add(snapshot.pk)
    _published_rows.save(changed)
    standings_published([one.pk for one in changed if one.digest != shown[one.pk]])
    return uncounted


def refresh_snapshot(*, stage_id: int) -> StageSnapshot:
    """Publish bracket and standings as the version of the stage they show; never an older one than is published."""
    states = read_states(stage_ids=[stage_id])
    if states and not publish_states(states):
        return StageSnapshot.objects.get(pk=stage_id)
    return _refresh_inside(stage_id)


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
    version, shown = current_version(stage_id), snapshot.digest
    if _takes(snapshot, StageState(version, _read(stage_id, version, held=held))):
        _published_rows.save([snapshot])
        standings_published([snapshot.pk] if snapshot.digest != shown else [])
    return snapshot


def _takes(snapshot: StageSnapshot, state: StageState) -> bool:
    """Give a snapshot what is to be shown; False if that is what it has."""
    version, digest = state.version, state.texts.digest
    if digest != snapshot.digest:
        if version <= snapshot.version:
            raise _NotCounted(snapshot.version)
        snapshot.digest = digest
        snapshot.updated_at = timezone.now()
    elif version <= snapshot.version:
        return False
    snapshot.version = version
    snapshot.bracket, snapshot.standings = state.texts.as_version(version)
    return True


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
