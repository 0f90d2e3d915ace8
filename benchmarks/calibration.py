"""
Do the chances hold? ``python -m benchmarks.calibration 200000``.

Many small events are played by the engine that real ones are played by, among players whose strength is
known. Somewhere on the way each is forecast, then played to its end. Of all that was called p, about p
should have happened. How far a figure may be off by luck alone stands beside it: a difference of more than
three times that is the forecast's own, in whichever format it is.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from rules_core.draws.advancement import Outcome, PairingStatus, Seat, play_through
from rules_core.draws.formats import plan as plan_of
from rules_core.draws.history import Contender, RoundPairing
from rules_core.draws.plan import Plan
from rules_core.draws.settings import SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import next_round
from rules_core.forecasts.forecast import Forecast
from rules_core.forecasts.in_play import SeatedPairing, StageInPlay
from rules_core.forecasts.stage import stage_forecast
from rules_core.ratings.fibs import win_probability
from rules_core.sides import Score, Side
from rules_core.standings.elimination import places
from rules_core.standings.table import ROUND_ROBIN, SWISS, table

RUNS = 500
LENGTH = 7
FORMATS: list[tuple[str, dict[str, Any]]] = [
    ("single_elimination", {}),
    ("double_elimination", {"grand_final": "reset"}),
    ("swiss", {}),
    ("swiss_lives", {"lives": 2}),
    ("round_robin", {}),
]
Called = list[tuple[float, bool]]
"""Chances, and whether it happened."""


@dataclass(frozen=True)
class Tenth:
    """Those called about the same."""

    many: int
    said: float
    happened: float
    by_luck: float
    """The standard error of what happened, if the chances are right."""


def called(events: int, *, seed: str = "calibration") -> dict[str, Called]:
    """By format: everybody's chance to win, somewhere in each event, and whether they did."""
    random = Random(seed)
    found: dict[str, Called] = defaultdict(list)
    for number in range(events):
        code, settings = FORMATS[number % len(FORMATS)]
        entrants = random.randint(4, 8) if code == "round_robin" else random.randint(4, 16)
        event = _Event(code, settings, [random.gauss(1500, 150) for _ in range(entrants)], random)
        forecast, winner = event.forecast_on_the_way(f"{seed} {number}")
        found[code] += [
            (forecast.winning(one).value, one == winner) for one in range(1, entrants + 1)
        ]
    return found


def by_tenths(found: Called) -> dict[float, Tenth]:
    """Of those called 0.1, 0.2, … ± 0.05: what was called, and what happened."""
    groups: dict[float, Called] = defaultdict(list)
    for chance, happened in found:
        groups[round(chance, 1)].append((chance, happened))
    return {tenth: _tenth(group) for tenth, group in sorted(groups.items())}


def _tenth(group: Called) -> Tenth:
    many = len(group)
    return Tenth(
        many,
        said=sum(chance for chance, _ in group) / many,
        happened=sum(happened for _, happened in group) / many,
        by_luck=sqrt(sum(chance * (1 - chance) for chance, _ in group)) / many,
    )


@dataclass
class _Event:
    """One event, played match by match."""

    code: str
    settings: dict[str, Any]
    ratings: Sequence[float]
    random: Random

    def forecast_on_the_way(self, seed: str) -> tuple[Forecast, int]:
        """What was called after some matches, and who won in the end."""
        steps = list(self._swiss() if self.code.startswith("swiss") else self._planned())
        stages, winner = [stage for stage, _ in steps[:-1]], steps[-1][1]
        return stage_forecast(self.random.choice(stages), seed=seed, runs=RUNS), winner

    @property
    def contenders(self) -> list[Contender]:
        return [Contender(n, rating=rating) for n, rating in enumerate(self.ratings, start=1)]

    def _winner(self, a: int, b: int) -> Side:
        chance = win_probability(self.ratings[a - 1] - self.ratings[b - 1], LENGTH)
        return Side.A if self.random.random() < chance else Side.B

    def _stage(self, pairings: list[SeatedPairing]) -> StageInPlay:
        return StageInPlay(self.code, self.settings, LENGTH, self.contenders, pairings)

    def _planned(self) -> Iterator[tuple[StageInPlay, int]]:
        plan = plan_of(self.code, len(self.ratings), self.settings, length=LENGTH)
        outcomes: dict[str, Outcome] = {}
        while True:
            yield self._stage(_seated(plan, outcomes)), 0
            states = play_through(plan, outcomes)
            ready = [key for key, one in states.items() if one.status is PairingStatus.READY]
            if not ready:
                break
            key = self.random.choice(ready)
            a, b = states[key].a, states[key].b
            assert isinstance(a, int)
            assert isinstance(b, int)
            outcomes[key] = Outcome(self._winner(a, b).value)
        yield self._stage([]), self._first_of(plan, outcomes)

    def _first_of(self, plan: Plan, outcomes: dict[str, Outcome]) -> int:
        if self.code != "round_robin":
            return next(one.entrant for one in places(plan, outcomes) if one.is_title)
        met = [self._met(one, outcomes[one.key]) for one in _seated(plan, outcomes) if one.outcome]
        rows = table(
            self.contenders, _by_round(met), seed="s", tie_breaks=ROUND_ROBIN, byes_count=False
        )
        return int(rows[0].entrant)

    def _met(self, pairing: SeatedPairing, outcome: Outcome) -> tuple[int, RoundPairing]:
        assert pairing.a
        assert pairing.b
        side = Side(outcome.value)
        lost = self.random.randrange(LENGTH)
        score = Score(LENGTH, lost) if side is Side.A else Score(lost, LENGTH)
        return pairing.round, RoundPairing(pairing.a, pairing.b, side, score=score, length=LENGTH)

    def _swiss(self) -> Iterator[tuple[StageInPlay, int]]:
        settings = read_settings(self.code, self.settings)
        assert isinstance(settings, SwissSettings)
        rounds: list[list[RoundPairing]] = []
        seed = str(self.random.random())
        while paired := next_round(self.contenders, rounds, settings, seed=seed):
            byes = [RoundPairing(bye, None, Side.A) for bye in paired.byes]
            to_play = [
                RoundPairing(a, b, None, length=LENGTH, decided=False) for a, b in paired.pairs
            ]
            yield self._stage(_sheet([*rounds, [*byes, *to_play]])), 0
            played = [
                RoundPairing(one.a, one.b, self._winner(int(one.a), int(one.b or 0)), length=LENGTH)
                for one in to_play
            ]
            rounds.append([*byes, *played])
        rows = table(self.contenders, rounds, seed=seed, tie_breaks=SWISS, lives=settings.lives)
        yield self._stage([]), int(rows[0].entrant)


def _seated(plan: Plan, outcomes: dict[str, Outcome]) -> list[SeatedPairing]:
    states = play_through(plan, outcomes)
    return [
        SeatedPairing(
            one.id,
            one.round,
            one.length,
            _seat(states[one.id].a),
            _seat(states[one.id].b),
            outcomes.get(one.id),
        )
        for one in plan.pairings
    ]


def _seat(seat: Seat) -> int | None:
    return seat if isinstance(seat, int) else None


def _by_round(met: list[tuple[int, RoundPairing]]) -> list[list[RoundPairing]]:
    rounds: dict[int, list[RoundPairing]] = defaultdict(list)
    for number, pairing in met:
        rounds[number].append(pairing)
    return [rounds[number] for number in sorted(rounds)]


def _sheet(rounds: Sequence[Sequence[RoundPairing]]) -> list[SeatedPairing]:
    return [
        SeatedPairing(
            f"main-{number}-{line}",
            number,
            one.length,
            int(one.a),
            None if one.b is None else int(one.b),
            Outcome(one.winner.value) if one.decided and one.b and one.winner else None,
            one.winner,
        )
        for number, pairings in enumerate(rounds, start=1)
        for line, one in enumerate(pairings, start=1)
    ]


def main() -> None:
    """Print what was called and what happened."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    started = time.perf_counter()
    found = called(events)
    everything = [one for group in found.values() for one in group]
    print(f"{events:,} events, {len(everything):,} chances, {time.perf_counter() - started:.0f} s")
    for name, group in {"all": everything, **found}.items():
        print(f"\n{name}\n")
        print("| called | how many | mean called | happened | difference | by luck |")
        print("|---|---|---|---|---|---|")
        for tenth, one in by_tenths(group).items():
            print(
                f"| {tenth:.1f} | {one.many:,} | {one.said:.3f} | {one.happened:.3f} "
                f"| {one.happened - one.said:+.4f} | ±{one.by_luck:.4f} |"
            )


if __name__ == "__main__":
    main()
