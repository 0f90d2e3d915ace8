"""The rest of a round robin, in one pool or several, played many times.

Who is level on wins at the end is separated by the matches among those who are, then by lot: how many
points are scored in a match is not part of a forecast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rules_core.draws.advancement import PairingStates
from rules_core.draws.plan import Plan, PlannedPairing, Seed
from rules_core.draws.round_robin import pool_order
from rules_core.draws.settings import RoundRobinSettings
from rules_core.forecasts.forecast import Forecast
from rules_core.forecasts.runs import (
    RUNS,
    Chances,
    Lots,
    Numbers,
    Strengths,
    as_counts,
    batches,
    check_ratings,
    check_runs,
    counted,
    lots_of,
)
from rules_core.sides import Side

_LEVEL = 1_000
"""More matches than anybody plays in a pool."""


def round_robin_forecast(
    plan: Plan,
    states: PairingStates,
    settings: RoundRobinSettings,
    ratings: Sequence[float],
    *,
    seed: str,
    under_way: Mapping[str, float] | None = None,
    withdrawn: Collection[int] = (),
    runs: int = RUNS,
) -> Forecast:
    """Play the rest of all pools so often; the winners are those of each pool."""
    check_runs(runs)
    check_ratings(ratings, plan.entrants)
    strengths = Strengths(ratings, withdrawn)
    codes = sorted({pairing.bracket for pairing in plan.pairings}, key=pool_order)
    pools = {code: _Pool(plan, states, code, strengths, under_way or {}) for code in codes}
    wins = {code: np.zeros(plan.entrants + 1, np.int64) for code in codes}
    qualified = np.zeros(plan.entrants + 1, np.int64)
    largest = max(pool.size for pool in pools.values())
    lots = lots_of(seed)
    for together in batches(runs, largest**2 // 8):
        tables = {code: pool.played(together, lots) for code, pool in pools.items()}
        for code, (order, _) in tables.items():
            wins[code] += counted(order[:, 0], plan.entrants)
        going_on = _first_of_all(list(tables.values()), settings.qualify or 0)
        qualified += counted(going_on, plan.entrants)
    return Forecast(
        runs=runs,
        wins={code: as_counts(counts) for code, counts in wins.items()},
        reached={},
        qualified=as_counts(qualified),
    )


def _first_of_all(tables: Sequence[tuple[Numbers, Chances]], many: int) -> Numbers:
    """Those who go on: the first of each pool, then the second, and of equal places the better."""
    people = np.concatenate([order for order, _ in tables], axis=1)
    keys = np.concatenate(
        [np.arange(order.shape[1])[None, :] * 1e9 - key for order, key in tables], axis=1
    )
    best = np.argsort(keys, axis=1)[:, :many]
    return np.take_along_axis(people, best, axis=1)


class _Pool:
    """One pool: what is decided, and what is to be played with its chance."""

    def __init__(
        self,
        plan: Plan,
        states: PairingStates,
        code: str,
        strengths: Strengths,
        under_way: Mapping[str, float],
    ) -> None:
        pairings = [pairing for pairing in plan.pairings if pairing.bracket == code]
        self._members = sorted({seat for pairing in pairings for seat in _seats(pairing)})
        self._place = {seed: place for place, seed in enumerate(self._members)}
        self.size = len(self._members)
        self._beaten = np.zeros((self.size, self.size), np.int16)
        self._left = strengths.at(1)[self._members] == 0
        self._to_play: list[tuple[int, int, float]] = []
        for pairing in pairings:
            seats = _seats(pairing)
            if len(seats) == 2:
                self._take_in(pairing, states, seats, strengths, under_way.get(pairing.id))

    def _take_in(
        self,
        pairing: PlannedPairing,
        states: PairingStates,
        seats: Sequence[int],
        strengths: Strengths,
        chance: float | None,
    ) -> None:
        state = states[pairing.id]
        a, b = (self._place[seat] for seat in seats)
        if state.status.decided:
            if state.winning_side is not None:
                first = state.winning_side is Side.A
                self._beaten[(a, b) if first else (b, a)] += 1
            return
        of_a, of_b = (strengths.at(pairing.length)[seat] for seat in seats)
        if chance is None and of_a + of_b:
            chance = float(of_a / (of_a + of_b))
        if chance is not None:
            self._to_play.append((a, b, chance))

    def _legs(self) -> list[list[tuple[int, int, float]]]:
        """What is to be played in parts, in none of which two meet twice."""
        legs: list[list[tuple[int, int, float]]] = []
        met: Counter[frozenset[int]] = Counter()
        for match in self._to_play:
            pair = frozenset(match[:2])
            if met[pair] == len(legs):
                legs.append([])
            legs[met[pair]].append(match)
            met[pair] += 1
        return legs

    def played(self, together: int, lots: Lots) -> tuple[Numbers, Chances]:
        """Seed numbers from first to last for each run, and what they are ordered by."""
        beaten = np.tile(self._beaten, (together, 1, 1))
        for leg in self._legs():
            a, b, chances = (np.array(column) for column in zip(*leg, strict=True))
            on_a = lots.random((together, len(leg))) < chances
            beaten[:, a, b] += on_a
            beaten[:, b, a] += ~on_a
        wins = beaten.sum(axis=2)
        level: NDArray[np.bool_] = wins[:, :, None] == wins[:, None, :]
        among_them = (beaten * level).sum(axis=2)
        key = wins * float(_LEVEL) + among_them + lots.random(wins.shape)
        # Whoever has left wins nothing, and the next of the table goes on in their place.
        key[:, self._left] -= _LEVEL**2
        order = np.argsort(-key, axis=1)
        return np.array(self._members)[order], np.take_along_axis(key, order, axis=1)


def _seats(pairing: PlannedPairing) -> list[int]:
    return [slot.number for slot in (pairing.a, pairing.b) if isinstance(slot, Seed)]
