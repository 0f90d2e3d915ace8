"""Which format suits the evening: from players, tables and hours to proposals with their length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from rules_core.draws.formats import plan
from rules_core.draws.outline import outline
from rules_core.draws.plan import LoserOf, Plan, Slot, WinnerOf
from rules_core.draws.settings import Consolation, Format

MINUTES_A_POINT = 7
"""How long a point of match length takes at the board, on the average of club evenings."""
CHANGEOVER = 5
"""Minutes between a result and the next first roll."""
LENGTHS = (11, 9, 7, 5, 3)
ROUND_ROBIN_UP_TO = 8


@dataclass(frozen=True)
class Proposal:
    """A way to spend the evening."""

    format: Format
    settings: Mapping[str, Any]
    length: int
    minutes: int
    matches_each: float
    """How many matches a player has on the average."""
    fits: bool

    @property
    def hours(self) -> tuple[int, int]:
        """The time it takes as hours and minutes, in steps of ten."""
        return divmod(ceil(self.minutes / 10) * 10, 60)


def proposals(players: int, tables: int, minutes: int) -> list[Proposal]:
    """What could be played, those that fit the evening first, then by how much one plays."""
    found = [
        _longest(code, settings, players, tables, minutes)
        for code, settings in _candidates(players)
    ]
    return sorted(found, key=lambda p: (not p.fits, -p.matches_each * p.length))


def _candidates(players: int) -> Iterator[tuple[Format, dict[str, Any]]]:
    yield from ((Format.SWISS, {"rounds": rounds}) for rounds in (3, 4, 5) if rounds < players)
    yield Format.DOUBLE_ELIMINATION, {}
    yield Format.SINGLE_ELIMINATION, {"consolation": Consolation.PROGRESSIVE.value}
    yield Format.SINGLE_ELIMINATION, {}
    if players <= ROUND_ROBIN_UP_TO:
        yield Format.ROUND_ROBIN, {}


def _longest(
    code: Format, settings: dict[str, Any], players: int, tables: int, minutes: int
) -> Proposal:
    """The format with the longest matches that leave everybody home in time."""
    waves, matches = _waves(code, settings, players, tables)
    for length in LENGTHS:
        takes = waves * (length * MINUTES_A_POINT + CHANGEOVER)
        if takes <= minutes or length == LENGTHS[-1]:
            break
    return Proposal(code, settings, length, takes, 2 * matches / players, takes <= minutes)


def _waves(code: Format, settings: dict[str, Any], players: int, tables: int) -> tuple[int, int]:
    """How many matches follow one another at the busiest table, and how many there are in all."""
    if code.has_table:
        sizes = [line.matches for line in outline(code, players, settings)]
    else:
        made = plan(code, players, settings)
        depth = depths(made)
        sizes = list(Counter(depth[p.id] for p in made.pairings if not p.is_bye).values())
    return sum(ceil(size / tables) for size in sizes), sum(sizes)


def depths(made: Plan) -> dict[str, int]:
    """For each pairing how many matches come before it, itself included: those alike are played together."""
    depth: dict[str, int] = {}
    for pairing in made.pairings:
        before = max(_depth_of(slot, depth) for slot in (pairing.a, pairing.b))
        depth[pairing.id] = before if pairing.is_bye else before + 1
    return depth


def _depth_of(slot: Slot, depth: Mapping[str, int]) -> int:
    return depth[slot.pairing] if isinstance(slot, WinnerOf | LoserOf) else 0
