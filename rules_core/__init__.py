"""Backgammon without a database: the board, the cube, the match, draws, standings and ratings.

>>> import rules_core as bg
>>> bg.Position().play(3, 1, "8/5 6/5").id
'sGfwATDgc/ABMA'
>>> bg.Match(length=7).record("a", "gammon", cube=2).score
Score(a=4, b=0)

The names people need most are here; ``bg.draws``, ``bg.standings``, ``bg.equity``, ``bg.fibs``, ``bg.glicko2`` and
``bg.chouette`` have the rest. A name is loaded when it is first asked for, so importing the package costs nothing.

A citation such as docs/rules.md, "Match play", names a section of the project's page on the rules.
An installed package has that page next to this file, as RULES.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_core import chouette, draws, equity, forecasts, notation, rulings, seasons, standings
    from rules_core.board import Position
    from rules_core.chouette import Chouette, ChouetteRules
    from rules_core.cube import Cube
    from rules_core.dice import Dice, hit_table
    from rules_core.draws.formats import plan
    from rules_core.draws.pairing import pair
    from rules_core.equity import Standing, gammon_prices, take_point, winning_chance
    from rules_core.errors import RulesError
    from rules_core.game import GameState, Phase
    from rules_core.game.live_match import Match
    from rules_core.kinds import Kind
    from rules_core.match import GameResult, MatchRules, MatchState
    from rules_core.money import money_rules
    from rules_core.notation.opening import opening_plays, opening_table
    from rules_core.plays import Play
    from rules_core.ratings import fibs, glicko2
    from rules_core.sides import Score, Side
    from rules_core.transcripts import (
        Replay,
        Transcript,
        read_mat,
        read_match_file,
        read_sgf,
        replay,
        write_mat,
        write_sgf,
    )

__version__ = "0.2.0"

__all__ = [
    "Chouette",
    "ChouetteRules",
    "Cube",
    "Dice",
    "GameResult",
    "GameState",
    "Kind",
    "Match",
    "MatchRules",
    "MatchState",
    "Phase",
    "Play",
    "Position",
    "Replay",
    "RulesError",
    "Score",
    "Side",
    "Standing",
    "Transcript",
    "__version__",
    "chouette",
    "draws",
    "equity",
    "fibs",
    "forecasts",
    "gammon_prices",
    "glicko2",
    "hit_table",
    "money_rules",
    "notation",
    "opening_plays",
    "opening_table",
    "pair",
    "plan",
    "read_mat",
    "read_match_file",
    "read_sgf",
    "replay",
    "rulings",
    "seasons",
    "standings",
    "take_point",
    "winning_chance",
    "write_mat",
    "write_sgf",
]

_MODULES = {
    "board": ("Position",),
    "chouette": ("Chouette", "ChouetteRules"),
    "cube": ("Cube",),
    "dice": ("Dice", "hit_table"),
    "draws.formats": ("plan",),
    "draws.pairing": ("pair",),
    "equity": ("Standing", "gammon_prices", "take_point", "winning_chance"),
    "errors": ("RulesError",),
    "game": ("GameState", "Phase"),
    "game.live_match": ("Match",),
    "kinds": ("Kind",),
    "match": ("GameResult", "MatchRules", "MatchState"),
    "money": ("money_rules",),
    "notation.opening": ("opening_plays", "opening_table"),
    "plays": ("Play",),
    "sides": ("Score", "Side"),
    "transcripts": (
        "Replay",
        "Transcript",
        "read_mat",
        "read_match_file",
        "read_sgf",
        "replay",
        "write_mat",
        "write_sgf",
    ),
}
_PARTS = {
    **{name: name for name in ("chouette", "draws", "equity", "forecasts", "notation", "rulings")},
    "seasons": "seasons",
    "standings": "standings",
    "fibs": "ratings.fibs",
    "glicko2": "ratings.glicko2",
}
"""Modules and packages that are there without being imported by name."""
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A name of the top level, loaded from the module it lives in."""
    if name in _PARTS:
        value: Any = import_module(f"{__name__}.{_PARTS[name]}")
    elif name in _HOMES:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
