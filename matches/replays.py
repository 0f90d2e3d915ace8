"""A match file that is kept with its match, played through and shown position by position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from matches.models import Match, Transcript
from matches.positions_in_words import board_in_words, spoken, turn_in_short, turn_in_words
from rules_core.match import MatchRules
from rules_core.picture import Theme, board_svg
from rules_core.sides import Score, Side
from rules_core.transcripts import (
    Replay,
    ReplayedGame,
    Turn,
    crawford_games,
    read_match_file,
    replay,
    replay_game,
)
from rules_core.transcripts import Transcript as WrittenMatch
from rules_core.transcripts.frames import Frame, frame

_KEPT = 16
"""Files that a process keeps, read or played through; the longest takes a few megabytes."""
_KEPT_GAMES = 256
"""Games that a process keeps played through."""
_LISTED = 200
"""Moves in a list; hardly a game has as many, but a file may."""


def played_through(transcript: Transcript, rules: MatchRules) -> Replay:
    """The file of a match, by the rules of that match; only the first time costs anything."""
    return _played_through(bytes(transcript.content), transcript.name, rules)


@lru_cache(maxsize=_KEPT)
def _played_through(content: bytes, name: str, rules: MatchRules) -> Replay:
    """A kept file never changes, and neither do its boards."""
    return replay(read_match_file(content, name), rules)


def named_as_here(match: Match, transcript: Transcript) -> Replay:
    """The match played through with the names that its players have on our pages, not those of the file."""
    read = played_through(transcript, match.match_rules)
    return replace(read, players=_names(match, transcript))


def _names(match: Match, transcript: Transcript) -> tuple[str, str]:
    a, b = match.a.name, match.b.name
    return (a, b) if transcript.first == Side.A else (b, a)


@lru_cache(maxsize=_KEPT)
def _read(content: bytes, name: str) -> WrittenMatch:
    return read_match_file(content, name)


@lru_cache(maxsize=_KEPT_GAMES)
def _game(content: bytes, name: str, rules: MatchRules, place: int) -> ReplayedGame:
    return replay_game(_read(content, name), rules, place)


@dataclass(frozen=True)
class ReplayedFile:
    """A match file to step through: of a long match, only the games that somebody looks at are played."""

    content: bytes
    name: str
    rules: MatchRules
    players: tuple[str, str]
    """As our pages name them, the file's first player first."""

    @classmethod
    def of(cls, match: Match, transcript: Transcript) -> ReplayedFile:
        """The file of a match."""
        names = _names(match, transcript)
        return cls(bytes(transcript.content), transcript.name, match.match_rules, names)

    @property
    def written(self) -> WrittenMatch:
        """What the file says."""
        return _read(self.content, self.name)

    def game(self, number: int) -> ReplayedGame:
        """A game by its place in the file, from 1."""
        return _game(self.content, self.name, self.rules, number - 1)


class Place(NamedTuple):
    """Where in a replay a position is."""

    game: int
    """Its place in the file, from 1: a file may number its games otherwise."""
    move: int
    """How many turns of it are over."""

    @property
    def query(self) -> str:
        """What stands behind the address of the replay."""
        return f"?game={self.game}&move={self.move}"


@dataclass(frozen=True)
class ListedMove:
    """A line in the list of moves."""

    place: Place
    side: Side
    text: str
    is_shown: bool


@dataclass(frozen=True)
class ListedGame:
    """A game to jump to."""

    place: Place
    number: int
    """As the file counts."""
    score: Score
    """Before it."""
    crawford: bool
    is_shown: bool


@dataclass(frozen=True)
class ShownSide:
    """A player at the edge of the board."""

    name: str
    points: int
    """Before this game."""
    pips: int
    acted: bool


@dataclass(frozen=True)
class ShownPosition:
    """One board of a replay, and all that a page says about it."""

    file: ReplayedFile
    place: Place

    @classmethod
    def at(cls, file: ReplayedFile, game: int, move: int) -> ShownPosition | None:
        """The board after so many turns of a game, both counted as ``Place`` does; None beyond the end."""
        if not 1 <= game <= len(file.written.games) or move > len(file.game(game).turns):
            return None
        return cls(file, Place(game, move))

    @cached_property
    def game(self) -> ReplayedGame:
        """The game that the position is from."""
        return self.file.game(self.place.game)

    @property
    def turn(self) -> Turn | None:
        """What led to it; nothing at the start of a game."""
        return self.game.turns[self.place.move - 1] if self.place.move else None

    @cached_property
    def frame(self) -> Frame:
        """The board."""
        return frame(self.file.rules, self.game, self.place.move)

    @property
    def told(self) -> str:
        """What has just happened, in the reader's language."""
        return turn_in_words(self.game, self.place.move, self.file.players)

    @property
    def spoken(self) -> str:
        """The same with score and pips, for those who step through it by ear."""
        return spoken(self.game, self.frame, self.file.players)

    @property
    def svg(self) -> str:
        """The picture, in the colours of the page around it; the names stand beside it."""
        shown = self.frame
        picture = replace(
            shown.picture(("", ""), Theme.CSS),
            title=_("Board"),
            words=board_in_words(shown, self.file.players),
        )
        return board_svg(picture)

    @property
    def sides(self) -> tuple[ShownSide, ShownSide]:
        """Whoever is on top, and whoever is at the bottom."""
        top, bottom = (self._side(side) for side in (Side.B, Side.A))
        return top, bottom

    def _side(self, side: Side) -> ShownSide:
        number = list(Side).index(side)
        shown = self.frame
        return ShownSide(
            name=self.file.players[number],
            points=self.game.score.of(side),
            pips=shown.board.pip_counts[number],
            acted=shown.side is side,
        )

    @property
    def first(self) -> Place:
        """The start of the game."""
        return Place(self.place.game, 0)

    @property
    def last(self) -> Place:
        """The end of the game."""
        return self._end_of(self.place.game)

    @property
    def back(self) -> Place | None:
        """One turn earlier; before a game comes the end of the game before."""
        if self.place.move:
            return Place(self.place.game, self.place.move - 1)
        return self._end_of(self.place.game - 1) if self.place.game > 1 else None

    @property
    def next(self) -> Place | None:
        """One turn later; after a game comes the next one."""
        if self.place != self.last:
            return Place(self.place.game, self.place.move + 1)
        return self.next_game

    @property
    def game_before(self) -> Place | None:
        """The start of the game before this one."""
        return Place(self.place.game - 1, 0) if self.place.game > 1 else None

    @property
    def next_game(self) -> Place | None:
        """The start of the game after this one."""
        is_last = self.place.game == len(self.file.written.games)
        return None if is_last else Place(self.place.game + 1, 0)

    def _end_of(self, game: int) -> Place:
        return Place(game, len(self.file.game(game).turns))

    @property
    def games(self) -> list[ListedGame]:
        """Every game of the file."""
        written = self.file.written
        crawford = crawford_games(written, self.file.rules)
        return [
            ListedGame(
                Place(place, 0),
                game.number,
                game.score,
                crawford[place - 1],
                place == self.place.game,
            )
            for place, game in enumerate(written.games, start=1)
        ]

    @property
    def moves(self) -> Iterator[ListedMove]:
        """The moves of the game; of one that goes on for ever, those around this one."""
        begin = max(self.place.move - 1, 0) // _LISTED * _LISTED
        turns = self.game.turns[begin : begin + _LISTED]
        for number, turn in enumerate(turns, start=begin + 1):
            place = Place(self.place.game, number)
            yield ListedMove(place, turn.side, turn_in_short(turn), is_shown=place == self.place)
