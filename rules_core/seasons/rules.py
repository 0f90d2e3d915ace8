"""How a season is counted: the formula, how many results count, what breaks ties.

docs/rules.md, "Seasons".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from rules_core.errors import RulesError

MOST_PLACES = 128
"""Places that a table of points can name."""
MOST_POINTS = 10_000
"""For one place, one win or taking part."""
MOST_COUNTED = 366
"""Results that can count."""


class Formula(StrEnum):
    """What the points of an event follow from."""

    PLACE = "place"
    """The final ranking, by a table: so many for the first, so many for the second, …"""
    WINS = "wins"
    """The matches won."""
    MARGIN = "margin"
    """The matches won, each with the points by which it was won."""
    FIELD = "field"
    """The final ranking and the size of the field: a point for oneself and each entrant left behind."""


class SeasonTieBreak(StrEnum):
    """What separates players with the same points."""

    EVENT_WINS = "event_wins"
    """More events won."""
    BEST_RESULTS = "best_results"
    """The better best result, then the better second-best, and so on."""
    MATCH_WINS = "match_wins"
    """More matches won."""
    ALL_POINTS = "all_points"
    """More points with the results that were dropped."""
    FEWEST_EVENTS = "fewest_events"
    """The same points from fewer events."""
    MOST_EVENTS = "most_events"
    """More events played."""


USUAL_TIE_BREAKS = (
    SeasonTieBreak.EVENT_WINS,
    SeasonTieBreak.BEST_RESULTS,
    SeasonTieBreak.MATCH_WINS,
)
USUAL_PLACES = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
USUAL_PER_WIN = {Formula.WINS: 1, Formula.MARGIN: 100}


class SeasonRulesNotValid(RulesError):
    """A season cannot be counted like this."""

    code = "season_rules_not_valid"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season is counted."""

    formula: Formula = Formula.PLACE
    places: tuple[int, ...] = USUAL_PLACES
    """By place: the points of the first, the second, …; nothing for those behind."""
    per_win: int = 1
    """By win and by margin: the points of a win."""
    taking_part: int = 0
    """What everybody gets who takes part, on top."""
    best: int | None = None
    """How many results count, the best ones; all if not said."""
    champion_first: bool = True
    """Nobody gets more from an event than who has won it, also not for wins in a consolation."""
    tie_breaks: tuple[SeasonTieBreak, ...] = USUAL_TIE_BREAKS

    def __post_init__(self) -> None:
        """Refuse what could not be meant."""
        if not 1 <= len(self.places) <= MOST_PLACES:
            raise SeasonRulesNotValid(f"The table of points needs 1 to {MOST_PLACES} places.")
        if any(
            later > earlier for earlier, later in zip(self.places, self.places[1:], strict=False)
        ):
            raise SeasonRulesNotValid("A worse place cannot bring more points than a better one.")
        for points in (*self.places, self.per_win, self.taking_part):
            if not 0 <= points <= MOST_POINTS:
                raise SeasonRulesNotValid(f"Points go from 0 to {MOST_POINTS}.")
        if self.best is not None and not 1 <= self.best <= MOST_COUNTED:
            raise SeasonRulesNotValid(f"From 1 to {MOST_COUNTED} results can count.")
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise SeasonRulesNotValid("A tie-break is asked once.")

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return asdict(self) | {
            "formula": self.formula.value,
            "places": list(self.places),
            "tie_breaks": [code.value for code in self.tie_breaks],
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> SeasonRules:
        """As it was kept; what is not named is as usual."""
        known = {field.name for field in fields(cls)}
        if unknown := sorted(kept.keys() - known):
            raise SeasonRulesNotValid(f"A season has no setting {unknown[0]}.")
        read: dict[str, Any] = dict(kept)
        try:
            if "formula" in read:
                read["formula"] = Formula(read["formula"])
            if "places" in read:
                read["places"] = tuple(read["places"])
            if "tie_breaks" in read:
                read["tie_breaks"] = tuple(SeasonTieBreak(code) for code in read["tie_breaks"])
            return cls(**read)
        except SeasonRulesNotValid:
            raise
        except (TypeError, ValueError) as error:
            raise SeasonRulesNotValid("These settings cannot be read.") from error
