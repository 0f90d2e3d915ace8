"""Who wins a stage of any format from where it stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from rules_core.draws.advancement import Outcome, play_through
from rules_core.draws.bracket_builder import Lines
from rules_core.draws.formats import elimination_plan, lengths_of
from rules_core.draws.history import RoundPairing
from rules_core.draws.plan import Bye, Plan, Seed
from rules_core.draws.round_robin import dealt, round_robin
from rules_core.draws.settings import EliminationSettings, RoundRobinSettings, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import seeded_lines
from rules_core.draws.swiss import last_round
from rules_core.forecasts.elimination import elimination_forecast
from rules_core.forecasts.forecast import Forecast
from rules_core.forecasts.in_play import SeatedPairing, StageInPlay
from rules_core.forecasts.round_robin import round_robin_forecast
from rules_core.forecasts.runs import RUNS
from rules_core.forecasts.swiss import swiss_forecast
from rules_core.sides import Side


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
