"""Versions of a stage: each change counts, in the transaction that makes it.

So whoever made a change can say which version has it, whoever decides on what they have read can
say which version that was, and whoever reads a stage row by row can see whether it changed
meanwhile. The row is locked after the stage and before the snapshot.
"""

from __future__ import annotations

from collections.abc import Sequence

from db.prepared import Prepared, PreparedCount
from db.statements import Later
from matches.services.locking import StaleVersion
from tournaments.models import StageVersion

_version = PreparedCount(StageVersion, "number")
_held = Prepared(lambda *stage_ids: StageVersion.objects.filter(pk__in=stage_ids))


def count_change(stage_id: int) -> Later:
    """One more change of a stage, if the transaction commits; the version that has it."""
    return _version.add_one(stage_id)


def count_past(stage_id: int, version: int) -> None:
    """Move on to a version above one that was published."""
    held = StageVersion.objects.select_for_update().get(pk=stage_id)
    held.number = max(held.number, version) + 1
    held.save(update_fields=["number"])


def current_version(stage_id: int) -> int:
    """The version of what is committed, and of the changes of this transaction."""
    return _held.get(stage_id).number


def current_versions(stage_ids: Sequence[int]) -> dict[int, int]:
    """The same of many stages; one that was removed has none."""
    return {held.pk: held.number for held in _held.all(*stage_ids)}


def check_version(stage_id: int, version: int | None) -> None:
    """Refuse what was decided on an old version of a stage that the caller has locked."""
    if version is None:
        return
    held = StageVersion.objects.select_for_update().get(pk=stage_id)
    if version != held.number:
        raise StaleVersion(
            f"The stage has changed in the meantime (version {held.number}). Check it again, then decide.",
            version=held.number,
        )
