"""Rematches in brackets for those who lost, played with random results.

The lower bracket of a double elimination, and the last chance after a progressive consolation.

python -m benchmarks.double_elimination [--events 1000]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random

from rules_core.draws.drop_order import expected_rematches, latest_first_rematch
from rules_core.draws.formats import plan
from rules_core.draws.plan import LoserOf, Plan, Seed, WinnerOf

LAST_CHANCE = {"consolation": "progressive", "last_chance": True}
LAST_CHANCE_SIZES = (8, 16, 32, 64, 128, 256)
SIZES = (8, 16, 32, 64, 128, 256, 512, 1024)
WANTED_FIRST = {8: 3, 16: 4, 32: 5, 64: 6, 128: 7, 256: 8, 512: 8, 1024: 8}
WANTED_MEAN = {8: 0.6, 16: 1.0, 32: 0.8, 64: 1.0, 128: 1.0}


@dataclass(frozen=True)
class Rematches:
    first_round: int
    """The earliest round of the bracket with a rematch, over all events."""
    per_event: float


def rematches(made: Plan, bracket: str, events: int, random: Random) -> Rematches:
    """Play the plan so often and count in one bracket who has met before, anywhere."""
    first, count = 99, 0
    for _ in range(events):
        ended: dict[str, tuple[int, int]] = {}
        met: set[tuple[int, int]] = set()
        for pairing in made.pairings:
            a, b = (_seat(slot, ended) for slot in (pairing.a, pairing.b))
            pair = (min(a, b), max(a, b))
            if pairing.bracket == bracket and pair in met:
                count += 1
                first = min(first, pairing.round)
            met.add(pair)
            ended[pairing.id] = (a, b) if random.random() < 0.5 else (b, a)
    return Rematches(first, count / events)


def _seat(slot: object, ended: dict[str, tuple[int, int]]) -> int:
    """The entrant in a slot of a bracket without byes."""
    if isinstance(slot, WinnerOf):
        return ended[slot.pairing][0]
    if isinstance(slot, LoserOf):
        return ended[slot.pairing][1]
    assert isinstance(slot, Seed)
    return slot.number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    events = parser.parse_args().events
    print(f"Double elimination, {events} events of random results, lower bracket")
    print("entrants  first rematch (bar, best possible)  rematches an event (bar, exact)")
    for size in SIZES:
        made = plan("double_elimination", size)
        found = rematches(made, "lower", events, Random(size))
        rounds = size.bit_length() - 1
        bar = f"{WANTED_MEAN[size]:.1f}" if size in WANTED_MEAN else "–"
        print(
            f"{size:8}  {found.first_round:13} ({WANTED_FIRST[size]:3}, {latest_first_rematch(rounds):13})"
            f"  {found.per_event:18.2f} ({bar:>3}, {expected_rematches(rounds):.3f})"
        )
    print(f"\nLast chance after a progressive consolation, {events} events of random results")
    print("entrants  first rematch  rematches an event")
    for size in LAST_CHANCE_SIZES:
        made = plan("single_elimination", size, LAST_CHANCE)
        found = rematches(made, "last_chance", events, Random(size))
        print(f"{size:8}  {found.first_round:13}  {found.per_event:18.2f}")


if __name__ == "__main__":
    main()
