"""A stage of any format as it stands, and who wins it from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from rules_core.draws.advancement import Outcome, play_through
from rules_core.draws.bracket_builder import Lines
from rules_core.draws.formats import elimination_plan, lengths_of
from rules_core.draws.history import Contender, RoundPairing
from rules_core.draws.plan import Bye, Plan, Seed
from rules_core.draws.round_robin import dealt, round_robin
from rules_core.draws.settings import EliminationSettings, RoundRobinSettings, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import seeded_lines
from rules_core.draws.swiss import last_round
from rules_core.forecasts.elimination import elimination_forecast
from rules_core.forecasts.forecast import Forecast
from rules_core.forecasts.round_robin import round_robin_forecast
from rules_core.forecasts.runs import RUNS
from rules_core.forecasts.swiss import swiss_forecast
from rules_core.ratings.fibs import FibsRating
from rules_core.sides import Side


@dataclass(frozen=True, slots=True)
class SeatedPairing:
    """A pairing as it stands, with the seed numbers of those who sit there."""

    key: str
    round: int
    length: int
    a: int | None
    b: int | None
    outcome: Outcome | None = None
    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class StageInPlay:
    """A stage that is drawn: all that a forecast looks at."""

    format: str
    settings: Mapping[str, Any]
    """As in the REST contract."""
    length: int
    """Of matches for which the settings name none."""
    contenders: Sequence[Contender]
    """By seed number, which is their id; whoever has no rating counts as a newcomer."""
    pairings: Sequence[SeatedPairing]
    """By round."""
    lines: Sequence[int] = ()
    """Of an elimination: seed numbers from the top of the first round, 0 for a bye. Of a round robin:
    the number of each seed's pool. Empty: as a draw places so many."""
    under_way: Mapping[str, float] = field(default_factory=dict)
    """By key: the chance of side a in matches that are being played."""

    @property
    def ratings(self) -> list[float]:
        """Of all, the first seed first."""
        newcomer = FibsRating().value
        return [newcomer if one.rating is None else one.rating for one in self.contenders]

    @property
    def withdrawn(self) -> set[int]:
        """The seed numbers of those who have left."""
        return {int(one.id) for one in self.contenders if one.withdrawn}


def stage_forecast(stage: StageInPlay, *, seed: str, runs: int = RUNS) -> Forecast:
    """Play the rest of a stage so often; the same seed gives the same forecast."""
    settings = read_settings(stage.format, stage.settings)
    if isinstance(settings, SwissSettings):
        return _of_swiss(stage, settings, seed, runs)
    if isinstance(settings, RoundRobinSettings):
        plan = _as_played(_round_robin_plan(stage, settings), stage)
        return round_robin_forecast(
            plan,
            play_through(plan, _outcomes(stage), stage.withdrawn),
            settings,
            stage.ratings,
            seed=seed,
            under_way=stage.under_way,
            withdrawn=stage.withdrawn,
            runs=runs,
        )
    assert isinstance(settings, EliminationSettings)
    plan = _as_played(_elimination_plan(stage, settings), stage)
    return elimination_forecast(
        plan,
        play_through(plan, _outcomes(stage), stage.withdrawn),
        stage.ratings,
        seed=seed,
        under_way=stage.under_way,
        withdrawn=stage.withdrawn,
        runs=runs,
    )


def _of_swiss(stage: StageInPlay, settings: SwissSettings, seed: str, runs: int) -> Forecast:
    lengths, last = lengths_of(settings, stage.length), last_round(stage.contenders, settings)
    in_order = sorted(stage.pairings, key=lambda pairing: pairing.round)
    rounds = [
        [_met(pairing) for pairing in group if pairing.a or pairing.b]
        for _, group in groupby(in_order, key=lambda pairing: pairing.round)
    ]
    chances = {
        (pairing.a, pairing.b): stage.under_way[pairing.key]
        for pairing in stage.pairings
        if pairing.key in stage.under_way and pairing.a and pairing.b and pairing.outcome is None
    }
    return swiss_forecast(
        stage.contenders,
        rounds,
        settings,
        stage.ratings,
        seed=seed,
        length_of=lambda number: lengths.of("main", number, last),
        under_way=chances,
        runs=runs,
    )


def _met(pairing: SeatedPairing) -> RoundPairing:
    """Whoever has a bye is its first side."""
    if not (pairing.a and pairing.b):
        return RoundPairing(pairing.a or pairing.b or 0, None, Side.A, length=pairing.length)
    return RoundPairing(
        pairing.a,
        pairing.b,
        pairing.winner,
        length=pairing.length,
        played=pairing.outcome in {Outcome.A, Outcome.B},
        decided=pairing.outcome is not None,
    )


def _elimination_plan(stage: StageInPlay, settings: EliminationSettings) -> Plan:
    drawn: Lines = [Seed(line) if line else Bye() for line in stage.lines]
    slots = drawn or [*seeded_lines(len(stage.contenders))]
    return elimination_plan(slots, settings, lengths_of(settings, stage.length))


def _round_robin_plan(stage: StageInPlay, settings: RoundRobinSettings) -> Plan:
    entrants = len(stage.contenders)
    pool_of = stage.lines or dealt(entrants, settings.pools)
    return round_robin(entrants, settings, lengths_of(settings, stage.length), pool_of=pool_of)


def _as_played(plan: Plan, stage: StageInPlay) -> Plan:
    """With the lengths that matches are played to: a round's may have been changed after the draw."""
    lengths = {pairing.key: pairing.length for pairing in stage.pairings}
    return Plan(
        plan.entrants,
        tuple(replace(one, length=lengths.get(one.id, one.length)) for one in plan.pairings),
    )


def _outcomes(stage: StageInPlay) -> dict[str, Outcome]:
    return {pairing.key: pairing.outcome for pairing in stage.pairings if pairing.outcome}
