"""What was sent, what was acknowledged, what is there."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field


@dataclass
class MatchTally:
    """The writes of one match, which come one after the other."""

    sent: int = 0
    """Writes, each with its own key, however often it was tried."""
    acknowledged: int = 0


@dataclass(frozen=True)
class Counted:
    """The writes of a drill beside what its ledger holds."""

    sent: int
    acknowledged: int
    found: int
    lost: int
    """Acknowledged and not there."""
    doubled: int
    """There more often than they were sent."""


@dataclass
class Tally:
    """The writes of one drill, noted by all its clients."""

    matches: dict[int, MatchTally] = field(default_factory=dict)
    tries: int = 0
    """Requests, those that failed included."""
    refusals: list[str] = field(default_factory=list)
    """What was answered and should not have been."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note_sent(self, match_id: int) -> None:
        """A write is about to be sent for the first time."""
        with self._lock:
            self.matches.setdefault(match_id, MatchTally()).sent += 1

    def note_try(self) -> None:
        """A write is sent, for the first time or again."""
        with self._lock:
            self.tries += 1

    def note_acknowledged(self, match_id: int) -> None:
        """A write was answered with success."""
        with self._lock:
            self.matches[match_id].acknowledged += 1

    def note_refusal(self, answer: str) -> None:
        """A write was answered with something that nobody expects."""
        with self._lock:
            self.refusals.append(answer)

    @property
    def acknowledged(self) -> int:
        """So far."""
        with self._lock:
            return sum(match.acknowledged for match in self.matches.values())

    def acknowledged_by_match(self) -> dict[int, int]:
        """So far, for each match."""
        with self._lock:
            return {pk: match.acknowledged for pk, match in self.matches.items()}

    def compared_with(self, recorded: dict[int, int]) -> Counted:
        """With the number of lines that each match has in the ledger."""
        pairs = [(match, recorded.get(pk, 0)) for pk, match in self.matches.items()]
        return Counted(
            sent=sum(match.sent for match, _ in pairs),
            acknowledged=sum(match.acknowledged for match, _ in pairs),
            found=sum(lines for _, lines in pairs),
            lost=sum(max(0, match.acknowledged - lines) for match, lines in pairs),
            doubled=sum(max(0, lines - match.sent) for match, lines in pairs),
        )
