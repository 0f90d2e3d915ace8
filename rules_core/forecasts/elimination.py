"""The rest of an elimination, played many times.

With the FIBS formula each player has a strength for each match length, and wins with the probability
strength / (strength + opponent's strength): that is all a match takes. What is decided already is
not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from rules_core.draws.advancement import PairingState, PairingStates
from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, Seed, Slot
from rules_core.errors import RulesError
from rules_core.forecasts.forecast import Forecast, RoundOf
from rules_core.sides import Side

RUNS = 10_000
MOST_RUNS = 1_000_000
"""Some minutes for a large event; more would bring no figure that anybody reads."""

NOBODY = 0
"""In the place of a seed number, which are counted from 1."""


class RunsOutOfRange(RulesError):
    """Nothing is to be counted, or it would never end."""

    code = "runs_out_of_range"


class RatingsMissing(RulesError):
    """Not every entrant has a rating."""

    code = "ratings_missing"


class _Step(NamedTuple):
    """A pairing still to be decided. Numbers are places in the list of people, see ``_Rest``."""

    a: int
    b: int
    result: int
    strengths: Sequence[float]
    """By seed number, at the length of this match. Whoever has left has none, and two of these none win."""
    reached: list[int]
    """Counts who comes here."""
    needed_if: int
    """Where somebody stands if this pairing is needed; somebody always does if it has no condition."""
    unless: int
    """Whose winner stays the winner if it is not."""


_WINNER, _LOSER, _LOSER_ON_A, _LOSER_ON_B = range(4)
"""What comes out of a pairing: whoever lost stands there twice, the second time by side."""
_PLACES = 4
_NO_OUTCOME = (NOBODY,) * _PLACES
_ALWAYS = 1
"""The first seed is always somebody."""


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
    if not 1 <= runs <= MOST_RUNS:
        raise RunsOutOfRange(f"From 1 to {MOST_RUNS:,} runs, not {runs:,}.", most=MOST_RUNS)
    if len(ratings) != plan.entrants:
        raise RatingsMissing(
            f"There are {len(ratings)} ratings for {plan.entrants} entrants.",
            ratings=len(ratings),
            entrants=plan.entrants,
        )
    rest = _Rest(plan, ratings, withdrawn)
    for pairing in plan.pairings:
        rest.take_in(pairing, states[pairing.id], runs, (under_way or {}).get(pairing.id))
    wins = rest.play(runs, Random(seed))
    return Forecast(runs=runs, wins=wins, reached=rest.reached())


class _Rest:
    """A plan with what is decided filled in, and steps for what is not.

    ``people`` is a list of who stands where: nobody first, then the entrants by seed number, then four
    places for each pairing.
    """

    def __init__(self, plan: Plan, ratings: Sequence[float], withdrawn: Collection[int]) -> None:
        self._reached: dict[RoundOf, list[int]] = {}
        self._plan = plan
        self._withdrawn = withdrawn
        self._ratings = ratings
        self._strengths: dict[int, list[float]] = {}
        self._people = [*range(plan.entrants + 1), *[NOBODY] * (_PLACES * len(plan.pairings))]
        self._steps: list[_Step] = []

    def take_in(
        self, pairing: PlannedPairing, state: PairingState, runs: int, chance: float | None
    ) -> None:
        """Fill in what is decided; the rest is a step to be played, with its chance if it is under way."""
        counts = self._reached.setdefault(
            (pairing.bracket, pairing.round), [0] * (self._plan.entrants + 1)
        )
        if not state.status.decided:
            step = self._step(pairing, counts)
            if chance is not None and isinstance(state.a, int) and isinstance(state.b, int):
                strengths = [0.0] * (self._plan.entrants + 1)
                strengths[state.a], strengths[state.b] = chance, 1 - chance
                step = step._replace(strengths=strengths)
            self._steps.append(step)
            return
        self._fill_in(pairing, state)
        for seat in (state.a, state.b):
            if state.needed and isinstance(seat, int):
                counts[seat] = runs

    def reached(self) -> dict[RoundOf, dict[int, int]]:
        """How often each entrant came to each round."""
        return {
            place: {entrant: times for entrant, times in enumerate(counts) if entrant and times}
            for place, counts in self._reached.items()
        }

    def play(self, runs: int, random: Random) -> dict[str, dict[int, int]]:
        """Play the steps so often; how often each entrant won each bracket."""
        titles = self._titles()
        wins: dict[str, dict[int, int]] = {bracket: {} for bracket in titles}
        for _ in range(runs):
            self._play_once(random.random)
            for bracket, place in titles.items():
                if winner := self._people[place]:
                    wins[bracket][winner] = wins[bracket].get(winner, 0) + 1
        return wins

    def _play_once(self, chance: Callable[[], float]) -> None:
        """Without a call for each match: there are millions of them."""
        people = self._people
        for place_a, place_b, result, strengths, reached, needed_if, unless in self._steps:
            a, b = people[place_a], people[place_b]
            if a and b and people[needed_if]:
                reached[a] += 1
                reached[b] += 1
                both = strengths[a] + strengths[b]
                if chance() * both < strengths[a]:
                    people[result : result + _PLACES] = a, b, NOBODY, b
                elif both:
                    people[result : result + _PLACES] = b, a, a, NOBODY
                else:
                    people[result : result + _PLACES] = _NO_OUTCOME
            else:
                alone = (a or b) if people[needed_if] else people[unless]
                reached[alone] += people[needed_if] > 0
                people[result : result + _PLACES] = alone, NOBODY, NOBODY, NOBODY

    def _step(self, pairing: PlannedPairing, counts: list[int]) -> _Step:
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
            strengths=self._strengths_at(pairing.length),
            reached=counts,
            needed_if=needed_if,
            unless=unless,
        )

    def _fill_in(self, pairing: PlannedPairing, state: PairingState) -> None:
        result = self._result(pairing.id)
        winner, loser = (
            seat if isinstance(seat, int) else NOBODY for seat in (state.winner, state.loser)
        )
        if state.needed is False and pairing.only_if:
            winner = self._people[self._result(pairing.only_if.pairing) + _WINNER]
        on_a = loser if state.winning_side is Side.B else NOBODY
        on_b = loser if state.winning_side is Side.A else NOBODY
        self._people[result : result + _PLACES] = winner, loser, on_a, on_b

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

    def _strengths_at(self, length: int) -> list[float]:
        """Ratings count from the mean, so that no strength is beyond all bounds."""
        if length not in self._strengths:
            mean = sum(self._ratings) / len(self._ratings)
            scale = sqrt(length) / 2000
            self._strengths[length] = [
                0.0,
                *(
                    0.0 if number in self._withdrawn else 10.0 ** ((rating - mean) * scale)
                    for number, rating in enumerate(self._ratings, start=1)
                ),
            ]
        return self._strengths[length]

    def _titles(self) -> dict[str, int]:
        """Where the winner of each bracket stands. A grand final decides the event."""
        last = {
            pairing.bracket: self._result(pairing.id) + _WINNER for pairing in self._plan.pairings
        }
        if "grand_final" in last:
            last["main"] = last.pop("grand_final")
            last.pop("lower", None)
        return last
