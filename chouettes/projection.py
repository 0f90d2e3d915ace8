"""The row of a night follows from its ledger: what each line does to it, and nothing else does."""

from __future__ import annotations

from datetime import datetime

from chouettes.models import ChouetteEntry, ChouetteNight, EntryKind, NightStatus
from rules_core.chouette.night import Night, after, begun

PROJECTED_FIELDS = ("state", "status", "version", "games", "closed_at")
"""The columns that follow from the ledger."""


class NightProjection:
    """Takes a night, in memory, from one line of its ledger to the next.

    Where it stood before each line that counts is kept, for the line that takes it back.
    """

    def __init__(self, night: ChouetteNight) -> None:
        self.night = night
        self._states: list[Night] = []

    def __call__(self, line: ChouetteEntry) -> None:
        """One more line."""
        if line.kind == EntryKind.TAKEN_BACK:
            self._states.pop()
        elif self._states:
            self._states.append(after(self._states[-1], line.kind, line.facts))
        else:
            self._states.append(begun(line.facts))
        stands(self.night, self._states[-1], number=line.number, at=line.at)


def stands(night: ChouetteNight, state: Night, *, number: int, at: datetime) -> None:
    """Write into the row, in memory, where the night stands after a line."""
    night.version = number
    night.state = state.to_json()
    night.games = state.chouette.games
    status = NightStatus.CLOSED if state.closed else NightStatus.OPEN
    night.status = status.value
    night.closed_at = at if state.closed else None
