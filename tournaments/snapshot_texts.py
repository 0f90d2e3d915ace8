"""
The long texts of snapshots, which each process holds on to while they are current.

A look then reads the version of a stage from the database and not the bracket of a thousand entrants.
Which texts are current is decided by the database each time, so nothing old is ever shown.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from api.ready_text import ReadyText

MOST_LETTERS = 32_000_000
"""All that a process holds; what was asked for longest ago makes room."""

Address = tuple[str, int | None]
"""The event, and the number of the stage if one was named."""


@dataclass(frozen=True)
class SnapshotTexts:
    """Bracket and standings of one version of a stage."""

    version: int
    digest: str
    bracket: ReadyText
    standings: ReadyText

    @property
    def letters(self) -> int:
        """How much room they take."""
        return len(self.bracket.text) + len(self.standings.text)


NOTHING = SnapshotTexts(version=0, digest="", bracket=ReadyText(""), standings=ReadyText(""))


class HeldTexts:
    """The texts last shown at each address."""

    def __init__(self, most_letters: int = MOST_LETTERS) -> None:
        self._most_letters = most_letters
        self._texts: OrderedDict[Address, SnapshotTexts] = OrderedDict()
        self._lock = Lock()

    def at(self, address: Address) -> SnapshotTexts:
        """What was shown there last, if it is still held."""
        with self._lock:
            if address not in self._texts:
                return NOTHING
            self._texts.move_to_end(address)
            return self._texts[address]

    def hold(self, address: Address, texts: SnapshotTexts) -> None:
        """From now on this is shown there."""
        with self._lock:
            self._texts[address] = texts
            self._texts.move_to_end(address)
            letters = sum(held.letters for held in self._texts.values())
            while letters > self._most_letters:
                _, dropped = self._texts.popitem(last=False)
                letters -= dropped.letters
