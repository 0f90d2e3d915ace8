"""What follows from all that somebody has played, computed once and then remembered until a match of theirs changes.

Whether it still holds is asked at every look: by the step of what the player has played, which is another after each
change of a finished match or of who may see it; by the step of the rating pool; and by the last row of the player's
history, which is written anew whenever anything before it is rated otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from operations.version import VERSION
from players.actors import Actor
from players.models import Player
from players.views.player_record import PlayedRecord, RatedRecord, played_record, rated_record
from tournaments.player_selectors import finished_matches
from tournaments.selectors import audience_of

REMEMBERED_SECONDS = 24 * 3600
PLACES = 128
"""Records that are remembered at most, of some kilobytes each; another one may take the place of the first."""


Version = tuple[str, str, int | None]


@dataclass(frozen=True)
class Record:
    """All of it, for those who see the same matches."""

    played: PlayedRecord
    rated: RatedRecord


def record_of(player: Player, actor: Actor, *, pool: str, version: Version | None) -> Record:
    """As it is now, with what is rated in a pool.

    The version was read before: what is remembered may be newer than it says, never older. Without one nothing
    is remembered.
    """
    question = (player.pk, pool, audience_of(actor))
    asked = int.from_bytes(sha256(repr(question).encode()).digest()[:4]) % PLACES
    # What another release has kept may have another form.
    kept = cache.get(key := f"player-record-{VERSION}-{asked}") if version else None
    if kept is not None and kept[0] == (question, version):
        remembered: Record = kept[1]
        return remembered
    record = computed_record(player, actor, pool=pool)
    if version:
        cache.set(key, ((question, version), record), REMEMBERED_SECONDS)
    return record


def computed_record(player: Player, actor: Actor, *, pool: str) -> Record:
    """The same, whatever is remembered."""
    finished = finished_matches(player, actor)
    rated = rated_record(player, finished, system=pool) if pool else RatedRecord()
    return Record(played_record(player, actor, finished), rated)
