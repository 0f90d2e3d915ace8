"""What the recorded games of a player tell: gammons, and what they do with the cube."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass
class GameHabits:
    """Counts over the games that were recorded."""

    won: int = 0
    lost: int = 0
    gammons_won: int = 0
    gammons_lost: int = 0
    """With backgammons."""
    turned: int = 0
    """Games in which somebody doubled."""
    drops_won: int = 0
    drops_lost: int = 0

    @property
    def games(self) -> int:
        """How many were recorded."""
        return self.won + self.lost

    @property
    def gammon_rate(self) -> float:
        """Of the games won."""
        return self.gammons_won / self.won if self.won else 0.0

    @property
    def gammon_rate_against(self) -> float:
        """Of the games lost."""
        return self.gammons_lost / self.lost if self.lost else 0.0

    @property
    def turned_rate(self) -> float:
        """Of all games."""
        return self.turned / self.games

    @property
    def drop_rate(self) -> float:
        """Of the games won, those in which the opponent dropped."""
        return self.drops_won / self.won if self.won else 0.0

    @property
    def drop_rate_against(self) -> float:
        """Of the games lost, those that the player dropped."""
        return self.drops_lost / self.lost if self.lost else 0.0


def game_habits(matches: Iterable[tuple[str, Iterable[Mapping[str, Any]]]]) -> GameHabits | None:
    """Over matches, each with the side that the player had; None where no game was recorded."""
    habits = GameHabits()
    for side, entries in matches:
        for entry in entries:
            if entry["entry"] == "game":
                _count(habits, entry, won=entry["winner"] == side)
    return habits if habits.games else None


def _count(habits: GameHabits, game: Mapping[str, Any], *, won: bool) -> None:
    gammon, dropped = game["kind"] != "single", game["ended_by"] == "drop"
    turned = game.get("cube_turned")
    if turned is None:
        turned = game["cube"] > 2 ** game.get("automatic_doubles", 0)
    habits.turned += dropped or turned
    if won:
        habits.won += 1
        habits.gammons_won += gammon
        habits.drops_won += dropped
    else:
        habits.lost += 1
        habits.gammons_lost += gammon
        habits.drops_lost += dropped
