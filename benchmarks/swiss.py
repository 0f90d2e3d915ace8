"""How long a Swiss round takes to pair, and how good it is.

python -m benchmarks.swiss [--rounds 7]
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

import rustworkx

from rules_core.draws.history import Contender, Key, Round, RoundPairing, records
from rules_core.draws.settings import LateEntry, SwissSettings
from rules_core.draws.swiss import next_round
from rules_core.sides import Side

SIZES = (16, 17, 64, 100, 300, 1024, 2047, 2048)
WANTED = {300: 60, 2048: 800}
"""Milliseconds a round."""
COMPARED = 300
"""Up to so many players the complete graph is matched too."""


@dataclass(frozen=True)
class Event:
    milliseconds: list[float]
    rematches: int
    gaps: int
    """Sum of squared score gaps over all rounds."""
    least_gaps: int | None
    """The same for the best matching of the complete graph, round by round."""


def played(players: int, rounds: int) -> Event:
    random = Random(players)
    contenders = [Contender(n) for n in range(players)]
    history: list[list[RoundPairing]] = []
    times: list[float] = []
    gaps = least = 0
    for _ in range(rounds):
        started = perf_counter()
        pairs = next_round(contenders, history, SwissSettings(rounds=rounds), seed="bench")
        times.append((perf_counter() - started) * 1000)
        assert pairs is not None
        here, best = _gaps(contenders, history, pairs)
        gaps += here
        least += best
        history.append(
            [RoundPairing(a, b, random.choice([Side.A, Side.B])) for a, b in pairs.pairs]
            + [RoundPairing(bye, None, Side.A) for bye in pairs.byes]
        )
    met = Counter(frozenset((m.a, m.b)) for played in history for m in played if m.b is not None)
    rematches = sum(count - 1 for count in met.values())
    return Event(times, rematches, gaps, least if players <= COMPARED else None)


def _gaps(
    contenders: list[Contender], history: list[list[RoundPairing]], pairs: Round
) -> tuple[int, int]:
    """The squared gaps of a round, and the least there could have been."""
    table = records(contenders, history, LateEntry.LOSS)
    here = sum((table[a].score - table[b].score) ** 2 for a, b in pairs.pairs)
    if len(contenders) > COMPARED:
        return here, 0
    keys: list[Key] = [key for pair in pairs.pairs for key in pair]
    graph: rustworkx.PyGraph[Key, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(keys)
    graph.add_edges_from(
        [
            (i, j, -((table[keys[i]].score - table[keys[j]].score) ** 2))
            for i in range(len(keys))
            for j in range(i)
            if keys[j] not in table[keys[i]].opponents
        ]
    )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return here, -sum(graph.get_edge_data(i, j) for i, j in matching)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    print(f"Swiss, {rounds} rounds of random results")
    print("players  ms a round: median, worst (bar)  rematches  squared gaps (least possible)")
    for size in SIZES:
        event = played(size, rounds)
        least = "not computed" if event.least_gaps is None else event.least_gaps
        bar = f" ({WANTED[size]})" if size in WANTED else ""
        print(
            f"{size:7}  {median(event.milliseconds):18.1f}, {max(event.milliseconds):5.1f}{bar:6}"
            f"  {event.rematches:9}  {event.gaps:12} ({least})"
        )


if __name__ == "__main__":
    main()
