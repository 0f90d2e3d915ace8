"""Who wins an event from here, by playing the rest of it many times (docs/rules.md, "Chances")."""

from __future__ import annotations

from rules_core.forecasts.elimination import elimination_forecast
from rules_core.forecasts.forecast import Chance, Forecast, RoundOf
from rules_core.forecasts.round_robin import round_robin_forecast
from rules_core.forecasts.swiss import swiss_forecast

__all__ = [
    "Chance",
    "Forecast",
    "RoundOf",
    "elimination_forecast",
    "round_robin_forecast",
    "swiss_forecast",
]
