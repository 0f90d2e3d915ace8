"""A match file compared with the record of a match: whether it is that match, and its games agree."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from rules_core.match import GameResult, MatchState, scored_games
from rules_core.sides import Score, Side
from rules_core.transcripts import Replay


@dataclass(frozen=True)
class GameDifference:
    """A game that the record and the file tell differently; ``None`` where one has no such game."""

    game: int
    recorded: dict[str, Any] | None
    file: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {"game": self.game, "recorded": self.recorded, "file": self.file}


def first_player_is(replay: Replay, a: str, b: str) -> Side | None:
    """Which side the file's first player is, going by the names; ``None``: these are other people."""
    first, second = replay.players
    if _same_person(first, a) and _same_person(second, b):
        return Side.A
    return Side.B if _same_person(first, b) and _same_person(second, a) else None


def _same_person(one: str, other: str) -> bool:
    """Files have first names, last names or both; so one word in common is taken as the same."""
    return bool(_words(one) & _words(other))


def _words(name: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    letters = "".join(letter if letter.isalnum() else " " for letter in plain.casefold())
    return set(letters.split()) or {name.casefold()}


def games_of(replay: Replay, first: Side) -> list[GameResult]:
    """The file's finished games, with our sides."""
    results = [game.result for game in replay.games if game.result is not None]
    return [replace(result, winner=_ours(result.winner, first)) for result in results]


def final_of(replay: Replay, first: Side) -> Score:
    """The file's raw points at the end, our side ``a`` first."""
    a, b = replay.points
    return Score(a, b) if first is Side.A else Score(b, a)


def _ours(side: Side, first: Side) -> Side:
    return side if first is Side.A else side.other


def differences(state: MatchState, replay: Replay, first: Side) -> list[GameDifference]:
    """Game by game what the record and the file tell differently.

    A record that has a final score instead of games is compared by that alone, as game 0.
    """
    if not state.games:
        return _final_difference(state, final_of(replay, first))
    recorded = [_told(scored.game, scored.points) for scored in scored_games(state)]
    played = [game for game in replay.games if game.result is not None]
    filed = [
        _told(result, game.points)
        for game, result in zip(played, games_of(replay, first), strict=True)
    ]
    pairs = enumerate(zip_longest(recorded, filed), start=1)
    return [
        GameDifference(number, ours, theirs) for number, (ours, theirs) in pairs if ours != theirs
    ]


def _told(game: GameResult, points: int) -> dict[str, Any]:
    """What matters of a game; how it ended only matters where it changes the points."""
    return {
        "winner": game.winner.value,
        "kind": game.kind.value,
        "cube": game.cube,
        "points": points,
    }


def _final_difference(state: MatchState, final: Score) -> list[GameDifference]:
    shown = MatchState(state.rules, points=final).score
    if not state.entries or shown == state.score:
        return []
    return [GameDifference(0, {"score": list(state.score)}, {"score": list(shown)})]
