"""Winning chances at a score, take points and gammon prices (docs/rules.md, "Match equity")."""

from __future__ import annotations

from rules_core.equity.chances import Chances, as_opponent, winning_chance, with_ratings
from rules_core.equity.cube_prices import GammonPrices, TakePoint, gammon_prices, take_point
from rules_core.equity.refusals import BeyondTable, NoDouble, StandingOutOfRange
from rules_core.equity.standing import Standing
from rules_core.equity.table import EquityTable, kazaross_xg2

__all__ = [
    "BeyondTable",
    "Chances",
    "EquityTable",
    "GammonPrices",
    "NoDouble",
    "Standing",
    "StandingOutOfRange",
    "TakePoint",
    "as_opponent",
    "gammon_prices",
    "kazaross_xg2",
    "take_point",
    "winning_chance",
    "with_ratings",
]
