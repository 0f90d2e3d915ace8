"""Matches written down in the ways that programs and people do, from the shapes of their real files.

A style is how one program lays out a file and spells what happens; a habit is what may happen to a file besides:
another encoding, a resignation without a word, a name spelled in another way. Every match is known before it
is written, so what is read can be compared with it board by board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules_core.kinds import Kind
from rules_core.legality import find_play
from rules_core.match import GameEnd, GameResult
from rules_core.notation.standard import write_play
from rules_core.sides import Side
from rules_core.transcripts import Replay, ReplayedGame, Turn
from rules_core.transcripts.transcript import CubeWord
from rules_core.transcripts.written import marked

Cell = tuple[Side, str]
"""Whose it is, and what stands there."""


def step_by_step(turn: Turn) -> str:
    """Every number by itself, the bar as 25 and off as 0: GNU Backgammon, Jellyfish, PlayOK."""
    steps = ((*path.points, path.hits) for path in marked(turn))
    return " ".join(f"{source}/{target}{'*' * bool(hits)}" for source, target, hits in steps)


def without_hits(turn: Turn) -> str:
    """The same from a program that marks no hits."""
    return step_by_step(turn).replace("*", "")


def taken_together(turn: Turn) -> str:
    """``bar/20*/14 13/7(2)``: Backgammon Studio and many writers."""
    assert turn.dice is not None
    return write_play(find_play(turn.before, turn.dice, turn.paths))


def with_capitals(turn: Turn) -> str:
    """``Bar/20 6/Off(2)``: eXtreme Gammon."""
    return taken_together(turn).replace("bar", "Bar").replace("off", "Off")


def all_dice_named(turn: Turn) -> str:
    """A number for which nothing was left to bear off is written ``0/0``."""
    assert turn.dice is not None
    numbers = 4 if turn.dice.is_double else 2
    written = step_by_step(turn)
    missing = numbers - len(written.split())
    return " ".join([written, *["0/0"] * missing]) if turn.after.kind else written


def points(number: int) -> str:
    """``1 point``, ``2 points``."""
    return f"{number} point{'' if number == 1 else 's'}"


def always_point(number: int) -> str:
    """``2 point``, as eXtreme Gammon has it."""
    return f"{number} point"


@dataclass(frozen=True)
class Style:
    """How a program writes a match."""

    name: str
    head: tuple[str, ...] = ()
    """What stands above, with the names, length and Crawford to be filled in."""
    length: str = "{length} point match"
    money: str = "0 point match"
    title: str = " Game {number}"
    score: str = " {a} : {points_a}"
    right_score: str = "{b} : {points_b}"
    row: str = "{number:>3}) "
    width: int = 28
    indent: str = " "
    """Before what is no roll."""
    play: Callable[[Turn], str] = step_by_step
    dance: str = ""
    double: str = "Doubles => {value}"
    redouble: str = ""
    beaver: str = "Beavers => {value}"
    take: str = "Takes"
    drop: str = "Drops"
    win: Callable[[int], str] = points
    the_match: str = ""
    """Behind the points that decide the match."""
    losses: bool = False
    """The loser's column says what is lost."""
    capped: bool = False
    """No more points than were needed."""
    win_row: bool = False
    """The line that says who won has a number."""
    resigns: str = ""
    """What stands in the column of whoever gives up."""
    newline: str = "\n"
    names: tuple[str, str] = ("Ann Meier", "Bob Frei")

    def write(self, match: Replay) -> str:
        """The file."""
        length = match.rules.length
        told = {
            "a": self.names[0],
            "b": self.names[1],
            "crawford": "On" if match.rules.crawford else "Off",
            "jacoby": "On" if match.rules.jacoby else "Off",
            "games": str(len(match.games)),
        }
        lines = [line.format(**told) for line in self.head]
        if lines:
            lines.append("")
        lines.append(self.length.format(length=length) if length else self.money)
        for game in match.games:
            lines += ["", *self.game(match, game, told)]
        return self.newline.join([*lines, ""])

    def game(self, match: Replay, game: ReplayedGame, told: dict[str, str]) -> Iterator[str]:
        """The lines of one game."""
        yield self.title.format(number=game.number, **told)
        left = self.score.format(points_a=game.score.a, **told)
        right = self.right_score.format(points_b=game.score.b, **told)
        edge = len(self.row.format(number=1)) + self.width
        yield f"{left}  ".ljust(edge) + right
        cells = [self.cell(turn) for turn in _said(game)]
        end = list(self.end(match, game))
        rows = [*_rows([*cells, *(end if self.win_row else [])])]
        for number, (a, b) in enumerate(rows, start=1):
            yield (self.row.format(number=number) + f"{a}  ".ljust(self.width) + b).rstrip()
        if end and not self.win_row:
            for a, b in _rows(end):
                yield ("     " + f"{a}  ".ljust(self.width) + b).rstrip()

    def cell(self, turn: Turn) -> Cell:
        """What one player did."""
        if turn.action is None:
            assert turn.dice is not None
            text = f"{turn.dice.first}{turn.dice.second}: "
            if not turn.played:
                return turn.side, text.strip()
            return turn.side, (text + (self.play(turn) or self.dance)).strip()
        value = (turn.value or 0) >> turn.cube.automatic_doubles
        doubled = self.redouble if self.redouble and turn.cube.owner else self.double
        words = {
            CubeWord.DOUBLES: doubled.format(value=value),
            CubeWord.BEAVERS: self.beaver.format(value=value),
            CubeWord.TAKES: self.take,
            CubeWord.DROPS: self.drop,
        }
        return turn.side, self.indent + words[turn.action]

    def end(self, match: Replay, game: ReplayedGame) -> Iterator[Cell]:
        """Who won, and what for."""
        result = game.result
        if game.winner is None or result is None:
            return
        worth = (result.cube >> result.automatic_doubles) * result.kind.multiplier
        needed = match.rules.length - game.score.of(game.winner)
        decided = bool(match.rules.length) and worth >= needed
        worth = needed if decided and self.capped else worth
        if self.resigns and result.ended_by is GameEnd.RESIGN:
            kind = self.resigns.format(kind=_named(result))
            yield game.winner.other, self.indent + kind
        win = f"{self.indent}Wins {self.win(worth)}{self.the_match if decided else ''}"
        loss = f"{self.indent}Losses {self.win(worth)}"
        if self.losses and game.winner is Side.B:
            yield Side.A, loss
        yield game.winner, win
        if self.losses and game.winner is Side.A:
            yield Side.B, loss


def _named(result: GameResult) -> str:
    return {Kind.SINGLE: "normal"}.get(result.kind, result.kind.value)


def _said(game: ReplayedGame) -> Iterator[Turn]:
    """The turns without the word that accepts a beaver, which a match file leaves out."""
    beavered = False
    for turn in game.turns:
        if not (beavered and turn.action is CubeWord.TAKES):
            yield turn
        beavered = turn.action is CubeWord.BEAVERS


def _rows(cells: list[Cell]) -> Iterator[tuple[str, str]]:
    """Two cells a line where the right one follows the left one."""
    left: str | None = None
    for side, text in cells:
        if side is Side.B:
            yield left or "", text
            left = None
        else:
            if left is not None:
                yield left, ""
            left = text
    if left is not None:
        yield left, ""


def _tags(site: str, *more: str) -> tuple[str, ...]:
    return (
        f'; [Site "{site}"]',
        '; [Match ID "1234567"]',
        '; [Player 1 "{a}"]',
        '; [Player 2 "{b}"]',
        '; [EventDate "2026.11.18"]',
        '; [EventTime "19.30"]',
        '; [Variation "Backgammon"]',
        '; [Unrated "Off"]',
        '; [Crawford "{crawford}"]',
        *more,
    )


STYLES = (
    Style("gnubg", head=('; [EventDate "2026.11.18"]',), length=" {length} point match"),
    Style("jellyfish", length=" {length} point match", money=" 0 point match", newline="\r\n"),
    Style(
        "galaxy",
        head=_tags("BackgammonGalaxy", '; [Player 1 Elo "1,00/0"]', '; [CubeLimit "1024"]'),
        width=28,
        losses=True,
        capped=True,
        win=always_point,
        the_match=" and the match",
        newline="\r\n",
    ),
    Style(
        "studio",
        head=_tags("Backgammon Studio", '; [ClockType "Live8 300/10"]', '; [CubeLimit "1024"]'),
        width=38,
        play=taken_together,
        dance="Cannot Move",
        win=always_point,
        win_row=True,
        names=("anna_m", "reto"),
    ),
    Style(
        "xg",
        head=_tags("", '; [Jacoby "{jacoby}"]', '; [Beaver "On"]', '; [CubeLimit "1024"]'),
        title="Game {number}",
        score="{a} : {points_a}",
        width=36,
        play=with_capitals,
        dance="Cannot Move",
        win=always_point,
        the_match=" and the match",
        newline="\r\n",
        names=("Dale Henderson", "Matthew Montgomery"),
    ),
    Style(
        "xg mobile",
        head=_tags("XG Mobile", '; [TimeControl "*0"]'),
        title="Game {number} ",
        score="{a} : {points_a}",
        right_score="{b} : {points_b} ",
        row="{number:>2}) ",
        width=36,
        win=always_point,
        win_row=True,
    ),
    Style(
        "playok",
        head=('; [Site "PlayOK"]', '; [CubeLimit "64"]'),
        length=" {length} point match",
        play=without_hits,
        names=("rolf58", "nine_lives"),
    ),
    Style(
        "opengammon",
        head=('; [Site "OpenGammon"]',),
        score=" {a}: {points_a}",
        right_score="{b}: {points_b}",
        capped=True,
        the_match=" and the match",
        play=all_dice_named,
    ),
    Style(
        "choue",
        head=('; [Site "choue.net"]', '; [CubeLimit "64"]'),
        double="Doubles ==> {value}",
        win=always_point,
        names=("chouehandle", "Bot1"),
    ),
    Style(
        "rated",
        score=" {a},1623 : {points_a}",
        right_score="{b},1550.25 : {points_b}",
        the_match=" and the match",
    ),
    Style(
        "numbers with a dot",
        head=_tags("Tavla"),
        row="{number}. ",
        win_row=True,
        losses=True,
        capped=True,
        win=always_point,
        the_match=" and the match",
        money="Unlimited game",
    ),
    Style(
        "of several games",
        length="{length} points match",
        money="Money session",
        title="Game {number} / {games}",
        redouble="Redoubles => {value}",
        drop="Passes",
        resigns="Resigns {kind}",
    ),
    Style(
        "tournament paper",
        head=(
            "+------------------------+",
            "| Club evening, table 7  |",
            "+------------------------+",
        ),
        length="Match to {length} points",
        title="Game {number}:",
        play=taken_together,
        double="Double to {value}",
        take="Accepts",
        drop="Rejects",
        dance="Can't move",
        resigns="Concedes",
        names=("O'Neill: the elder", "Zoë Müller"),
    ),
    Style(
        "live transcript",
        head=('; [Transcriber "F"]',),
        width=34,
        play=with_capitals,
        dance="No move",
        drop="Drops",
        resigns="????",
        win=always_point,
        names=("#1 Fan", "Jean-Luc Favre"),
    ),
    Style(
        "money words",
        money="Unlimited match",
        indent="",
        win_row=True,
        beaver="Beavers => {value}",
        resigns="Resign {kind}",
    ),
)
