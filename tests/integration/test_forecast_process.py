"""The process that plays forecasts: of low priority, alone with its work, replaced when it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.processes import children
from rules_core.draws.history import Contender
from rules_core.forecasts.in_play import SeatedPairing, StageInPlay
from rules_core.forecasts.stage import stage_forecast
from tournaments.services.forecast_process import NICENESS, ForecastFailed, ForecastProcess

pytestmark = pytest.mark.integration

LOWEST = 19
"""Priority there is, whoever runs these tests at what priority."""
SEMIFINALS = [SeatedPairing(f"main-1-{number}", 1, 7, number, 5 - number) for number in (1, 2)]
STAGE = StageInPlay(
    format="single_elimination",
    settings={},
    length=7,
    contenders=[Contender(str(number)) for number in range(1, 5)],
    pairings=[*SEMIFINALS, SeatedPairing("main-2-1", 2, 7, None, None)],
)
NONSENSE = replace(STAGE, format="musical_chairs")


def beside_us() -> list[int]:
    return [
        pid
        for pid in children(os.getpid())
        if b"forecast_process" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_it_plays_what_would_be_played_here() -> None:
    with ForecastProcess() as players:
        found = [players.forecast(STAGE, seed=seed) for seed in ("one", "two")]
    assert found == [stage_forecast(STAGE, seed=seed) for seed in ("one", "two")]


def test_it_gives_way_to_everything_else_and_is_gone_afterwards() -> None:
    with ForecastProcess() as players:
        assert beside_us() == []
        players.forecast(STAGE, seed="one")
        (process,) = beside_us()
        assert os.getpriority(os.PRIO_PROCESS, process) == min(os.nice(0) + NICENESS, LOWEST)
    assert beside_us() == []


def test_one_that_dies_is_replaced() -> None:
    with ForecastProcess() as players:
        players.forecast(STAGE, seed="one")
        (process,) = beside_us()
        os.kill(process, signal.SIGKILL)
        with pytest.raises(ForecastFailed):
            players.forecast(STAGE, seed="two")
        assert players.forecast(STAGE, seed="two") == stage_forecast(STAGE, seed="two")


def test_what_cannot_be_played_is_no_reason_to_play_nothing_more(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with ForecastProcess() as players:
        with pytest.raises(ForecastFailed):
            players.forecast(NONSENSE, seed="one")
        assert players.forecast(STAGE, seed="one") == stage_forecast(STAGE, seed="one")
    assert "musical_chairs" in capfd.readouterr().err


def test_it_ends_with_whoever_asks() -> None:
    project = Path(__file__).resolve().parents[2]
    ended = subprocess.run(
        [sys.executable, "-m", "tournaments.services.forecast_process"],
        cwd=project,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0
