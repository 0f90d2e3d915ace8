"""Who wins an event from here, by playing the rest of it many times (docs/rules.md, "Chances").

What plays loads numpy, so it is loaded when somebody asks for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_core.forecasts.elimination import elimination_forecast
    from rules_core.forecasts.forecast import Chance, Forecast, RoundOf
    from rules_core.forecasts.in_play import SeatedPairing, StageInPlay
    from rules_core.forecasts.round_robin import round_robin_forecast
    from rules_core.forecasts.stage import stage_forecast
    from rules_core.forecasts.swiss import swiss_forecast

__all__ = [
    "Chance",
    "Forecast",
    "RoundOf",
    "SeatedPairing",
    "StageInPlay",
    "elimination_forecast",
    "round_robin_forecast",
    "stage_forecast",
    "swiss_forecast",
]

_MODULES = {
    "Chance": "forecast",
    "Forecast": "forecast",
    "RoundOf": "forecast",
    "SeatedPairing": "in_play",
    "StageInPlay": "in_play",
    "elimination_forecast": "elimination",
    "round_robin_forecast": "round_robin",
    "stage_forecast": "stage",
    "swiss_forecast": "swiss",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
