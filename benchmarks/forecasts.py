"""How long a forecast takes: ``python -m benchmarks.forecasts``. Processor time of 10,000 runs from the draw on."""

from __future__ import annotations

import resource
import time
from typing import Any

from rules_core.draws.history import Contender
from rules_core.forecasts.in_play import StageInPlay
from rules_core.forecasts.stage import stage_forecast

STAGES: list[tuple[str, dict[str, Any]]] = [
    ("single_elimination", {}),
    ("single_elimination", {"consolation": "progressive", "last_chance": True}),
    ("double_elimination", {"grand_final": "reset"}),
    ("swiss", {}),
    ("swiss_lives", {"lives": 3}),
    ("round_robin", {"pools": 16}),
]


def main() -> None:
    """Print a line for each format and size."""
    print("| format | 16 entrants | 128 | 1,024 |")
    print("|---|---|---|---|")
    for code, settings in STAGES:
        sizes = (16, 128) if code == "round_robin" else (16, 128, 1024)
        times = [f"{_seconds(code, settings, entrants):.2f} s" for entrants in sizes]
        said = ", ".join([code, *(f"{name}: {value}" for name, value in settings.items())])
        print(f"| {said} | {' | '.join(times)} |")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB of memory at most")


def _seconds(code: str, settings: dict[str, Any], entrants: int) -> float:
    contenders = [Contender(n, rating=1500.0 + n % 400) for n in range(1, entrants + 1)]
    asked = settings | ({"pools": entrants // 8} if "pools" in settings else {})
    started = time.process_time()
    stage_forecast(StageInPlay(code, asked, 7, contenders, []), seed="measured")
    return time.process_time() - started


if __name__ == "__main__":
    main()
