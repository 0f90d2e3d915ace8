"""The rest of an elimination, played many times. What is decided already is not played again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules_core.draws.advancement import PairingState, PairingStates
from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, Seed, Slot
from rules_core.forecasts.forecast import Forecast, RoundOf
from rules_core.forecasts.runs import (
    NOBODY,
    RUNS,
    Chances,
    Lots,
    Numbers,
    People,
    Strengths,
    as_counts,
    batches,
    check_ratings,
    check_runs,
    counted,
    lots_of,
)
from rules_core.sides import Side


@dataclass(frozen=True, slots=True)
class _Step:
    """A pairing still to be decided. Numbers are places in the list of people, see ``_Rest``."""

    a: int
    b: int
    result: int
    strengths: Chances
    """By seed number, at the length of this match."""
    reached: Numbers
    """Counts who comes here."""
    needed_if: int
    """Where somebody stands if this pairing is needed; somebody always does if it has no condition."""
    unless: int
    """Whose winner stays the winner if it is not."""


_WINNER, _LOSER, _LOSER_ON_A, _LOSER_ON_B = range(4)
"""What comes out of a pairing: whoever lost stands there twice, the second time by side."""
_PLACES = 4
_ALWAYS = 1
"""The first seed is always somebody."""


def _one(seed: int) -> People:
    """The same in all runs."""
    return np.array([seed], np.int16)


_NONE = _one(NOBODY)


def elimination_forecast(
    plan: Plan,
    states: PairingStates,
    ratings: Sequence[float],
    *,
    seed: str,
    under_way: Mapping[str, float] | None = None,
    withdrawn: Collection[int] = (),
    runs: int = RUNS,
) -> Forecast:
    """Play the rest of a plan so often.

    ``ratings`` are FIBS ratings in the order of the seeds, ``under_way`` the chance of side a in matches
    that are being played, and the seed makes the same forecast come out again.
    """
    check_runs(runs)
    check_ratings(ratings, plan.entrants)
    rest = _Rest(plan, Strengths(ratings, withdrawn))
    for pairing in plan.pairings:
        rest.take_in(pairing, states[pairing.id], runs, (under_way or {}).get(pairing.id))
    wins = rest.play(runs, lots_of(seed))
    return Forecast(runs=runs, wins=wins, reached=rest.reached())


class _Rest:
    """A plan with what is decided filled in, and steps for what is not.

    ``people`` is a list of who stands where, in each of the runs: nobody first, then the entrants by
    seed number, then four places for each pairing.
    """

    def __init__(self, plan: Plan, strengths: Strengths) -> None:
        self._reached: dict[RoundOf, Numbers] = {}
        self._plan = plan
        self._strengths = strengths
        self._people: list[People] = [_one(seed) for seed in range(plan.entrants + 1)]
        self._people += [_NONE] * (_PLACES * len(plan.pairings))
        self._steps: list[_Step] = []

    def take_in(
        self, pairing: PlannedPairing, state: PairingState, runs: int, chance: float | None
    ) -> None:
        """Fill in what is decided; the rest is a step to be played, with its chance if it is under way."""
        counts = self._reached.setdefault(
            (pairing.bracket, pairing.round), np.zeros(self._plan.entrants + 1, np.int64)
        )
        if not state.status.decided:
            step = self._step(pairing, counts)
            if chance is not None and isinstance(state.a, int) and isinstance(state.b, int):
                strengths = np.zeros(self._plan.entrants + 1)
                strengths[state.a], strengths[state.b] = chance, 1 - chance
                step = replace(step, strengths=strengths)
            self._steps.append(step)
            return
        self._fill_in(pairing, state)
        for seat in (state.a, state.b):
            if state.needed and isinstance(seat, int):
                counts[seat] = runs

    def reached(self) -> dict[RoundOf, dict[int, int]]:
        """How often each entrant came to each round."""
        return {place: as_counts(counts) for place, counts in self._reached.items()}

    def play(self, runs: int, lots: Lots) -> dict[str, dict[int, int]]:
        """Play the steps so often; how often each entrant won each bracket."""
        titles = self._titles()
        wins = {bracket: np.zeros(self._plan.entrants + 1, np.int64) for bracket in titles}
        for together in batches(runs):
            for step in self._steps:
                self._play_step(step, lots.random(together))
            for bracket, place in titles.items():
                winners = np.broadcast_to(self._people[place], together)
                wins[bracket] += counted(winners, self._plan.entrants)
        return {bracket: as_counts(counts) for bracket, counts in wins.items()}

    def _play_step(self, step: _Step, lots: Chances) -> None:
        a, b = self._people[step.a], self._people[step.b]
        if step.needed_if != _ALWAYS:
            needed = self._people[step.needed_if] > NOBODY
            a, b = np.where(needed, a, _NONE), np.where(needed, b, _NONE)
        together = len(lots)
        for seats in (a, b):
            step.reached[:] += counted(np.broadcast_to(seats, together), self._plan.entrants)
        strength_a, strength_b = step.strengths[a], step.strengths[b]
        both = (a > NOBODY) & (b > NOBODY)
        on_a = lots * (strength_a + strength_b) < strength_a
        nobody_wins = both & (strength_a + strength_b == 0)
        winner = np.where(both, np.where(on_a, a, b), a | b)
        winner = np.where(nobody_wins, _NONE, winner)
        if step.needed_if != _ALWAYS:
            winner = np.where(needed, winner, self._people[step.unless])
        lost = both & ~nobody_wins
        loser_on_a: People = np.where(lost & ~on_a, a, _NONE)
        loser_on_b: People = np.where(lost & on_a, b, _NONE)
        loser = loser_on_a | loser_on_b
        self._people[step.result : step.result + _PLACES] = winner, loser, loser_on_a, loser_on_b

    def _step(self, pairing: PlannedPairing, counts: Numbers) -> _Step:
        needed_if, unless = _ALWAYS, NOBODY
        if pairing.only_if:
            before = self._result(pairing.only_if.pairing)
            unless = before + _WINNER
            # The one side wins it over somebody, who stands where losers of the other side do.
            needed_if = before + (_LOSER_ON_B if pairing.only_if.side is Side.A else _LOSER_ON_A)
        return _Step(
            a=self._place(pairing.a),
            b=self._place(pairing.b),
            result=self._result(pairing.id),
            strengths=self._strengths.at(pairing.length),
            reached=counts,
            needed_if=needed_if,
            unless=unless,
        )

    def _fill_in(self, pairing: PlannedPairing, state: PairingState) -> None:
        result = self._result(pairing.id)
        winner, loser = _seats(state)
        on_a = loser if state.winning_side is Side.B else NOBODY
        on_b = loser if state.winning_side is Side.A else NOBODY
        self._people[result : result + _PLACES] = map(_one, (winner, loser, on_a, on_b))
        if state.needed is False and pairing.only_if:
            before = self._result(pairing.only_if.pairing)
            self._people[result + _WINNER] = self._people[before + _WINNER]

    def _place(self, slot: Slot) -> int:
        """Where the one who takes this seat stands."""
        if isinstance(slot, Bye):
            return NOBODY
        if isinstance(slot, Seed):
            return slot.number
        result = self._result(slot.pairing)
        if not isinstance(slot, LoserOf):
            return result + _WINNER
        if slot.side is None:
            return result + _LOSER
        return result + (_LOSER_ON_A if slot.side is Side.A else _LOSER_ON_B)

    def _result(self, pairing: str) -> int:
        return 1 + self._plan.entrants + _PLACES * self._plan.position[pairing]

    def _titles(self) -> dict[str, int]:
        """Where the winner of each bracket stands. A grand final decides the event."""
        last = {
            pairing.bracket: self._result(pairing.id) + _WINNER for pairing in self._plan.pairings
        }
        if "grand_final" in last:
            last["main"] = last.pop("grand_final")
            last.pop("lower", None)
        return last


def _seats(state: PairingState) -> Iterator[int]:
    """Who won and who lost; nobody where no person did."""
    return (seat if isinstance(seat, int) else NOBODY for seat in (state.winner, state.loser))
