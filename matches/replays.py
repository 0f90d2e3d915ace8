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
from rules_core.sides import Side
from rules_core.transcripts import Replay, ReplayedGame, Turn, read_match_file, replay
from rules_core.transcripts.frames import Frame, frame

_KEPT = 16
"""Files that a process keeps played through; the longest takes a few megabytes."""
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
    names = (match.a.name, match.b.name)
    return replace(read, players=names if transcript.first == Side.A else names[::-1])


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
    game: ReplayedGame
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

    replay: Replay
    place: Place

    @classmethod
    def at(cls, read: Replay, game: int, move: int) -> ShownPosition | None:
        """The board after so many turns of a game, both counted as ``Place`` does; None beyond the end."""
        if not 1 <= game <= len(read.games) or move > len(read.games[game - 1].turns):
            return None
        return cls(read, Place(game, move))

    @property
    def game(self) -> ReplayedGame:
        """The game that the position is from."""
        return self.replay.games[self.place.game - 1]

    @property
    def turn(self) -> Turn | None:
        """What led to it; nothing at the start of a game."""
        return self.game.turns[self.place.move - 1] if self.place.move else None

    @cached_property
    def frame(self) -> Frame:
        """The board."""
        return frame(self.replay, self.game, self.place.move)

    @property
    def told(self) -> str:
        """What has just happened, in the reader's language."""
        return turn_in_words(self.game, self.place.move, self.replay.players)

    @property
    def spoken(self) -> str:
        """The same with score and pips, for those who step through it by ear."""
        return spoken(self.game, self.frame, self.replay)

    @property
    def svg(self) -> str:
        """The picture, in the colours of the page around it; the names stand beside it."""
        shown = self.frame
        picture = replace(
            shown.picture(("", ""), Theme.CSS),
            title=_("Board"),
            words=board_in_words(shown, self.replay.players),
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
            name=self.replay.players[number],
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
        is_last = self.place.game == len(self.replay.games)
        return None if is_last else Place(self.place.game + 1, 0)

    def _end_of(self, game: int) -> Place:
        return Place(game, len(self.replay.games[game - 1].turns))

    @property
    def games(self) -> list[ListedGame]:
        """Every game of the file."""
        return [
            ListedGame(Place(number, 0), game, is_shown=number == self.place.game)
            for number, game in enumerate(self.replay.games, start=1)
        ]

    @property
    def moves(self) -> Iterator[ListedMove]:
        """The moves of the game; of one that goes on for ever, those around this one."""
        begin = max(self.place.move - 1, 0) // _LISTED * _LISTED
        turns = self.game.turns[begin : begin + _LISTED]
        for number, turn in enumerate(turns, start=begin + 1):
            place = Place(self.place.game, number)
            yield ListedMove(place, turn.side, turn_in_short(turn), is_shown=place == self.place)
