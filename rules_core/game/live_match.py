"""A match as people play it: one object, one method for everything that can happen.

It never changes: each method gives the match after it. What was done is kept step by step, so a
match can be stored, undone, and written down as a match file at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from rules_core.board import Position
from rules_core.choices import chosen, chosen_or_none
from rules_core.cube import Cube
from rules_core.dice import Dice, Thrown, checked_dice, dice_of
from rules_core.errors import RulesError
from rules_core.game.match_play import MatchPlay
from rules_core.game.refusals import NotNow
from rules_core.game.state import GameState, Phase
from rules_core.game.steps import STEPS, Step, actions_written
from rules_core.kinds import Kind, KindName
from rules_core.match import (
    Crawford,
    Ending,
    FinalScore,
    GameEnd,
    GameResult,
    MatchEnd,
    MatchFinished,
    MatchRules,
    MatchState,
    NothingToUndo,
    Penalty,
    RulesOutOfRange,
    Score,
    ScoreEntry,
    Side,
    enter,
    score_entry_from_json,
    score_entry_to_json,
)
from rules_core.notation.standard import SaidPlay, play_text, read_play
from rules_core.plays import Play
from rules_core.transcripts.files import Source
from rules_core.transcripts.mat_writer import write_mat
from rules_core.transcripts.replay import replay
from rules_core.transcripts.sgf_writer import write_sgf
from rules_core.transcripts.transcript import Action, Transcript, Win, WrittenGame
from rules_core.unreadable_json import reading

if TYPE_CHECKING:
    from rules_core.equity import Standing

SideName = Side | str
"""A side, ``"a"`` or ``"b"``, or the name of its player."""
EndName = GameEnd | Literal["play", "drop", "resign", "ruling"]


class NotWrittenDown(RulesError):
    """A game of which only the result was recorded cannot be written move by move."""

    code = "no_moves_recorded"


class Match:
    """A match, or with length 0 a money session, play by play or by whole games.

    >>> match = Match(length=3).throw(3, 1).play("8/5 6/5").double().drop()
    >>> match.score
    Score(a=0, b=1)
    >>> match.record("a", "gammon", cube=2).winner
    <Side.A: 'a'>
    """

    __slots__ = ("_actions", "_before", "_games", "_steps", "_table", "players")

    players: tuple[str, str]
    """Their names, side ``a`` first."""

    def __init__(
        self,
        length: int = 0,
        *,
        players: Sequence[str] = ("White", "Black"),
        rules: MatchRules | None = None,
        crawford: bool = True,
        jacoby: bool = False,
        beavers: int = 0,
        automatic_doubles: int = 0,
        max_cube: int = 64,
    ) -> None:
        agreed = rules or MatchRules(
            length,
            crawford=crawford and length != 0,
            jacoby=jacoby,
            beavers=beavers,
            automatic_doubles=automatic_doubles,
            max_cube=max_cube,
        )
        if isinstance(players, str) or len(players) != 2:
            raise RulesOutOfRange("A match has two players.", setting="players")
        self.players = players[0], players[1]
        self._table = MatchPlay.new(agreed)
        self._steps: tuple[Step, ...] = ()
        self._games: tuple[WrittenGame | None, ...] = ()
        self._actions: tuple[Action, ...] = ()
        self._before: Match | None = None

    # Where it stands.

    @property
    def length(self) -> int:
        """Points to win; 0 is a money session."""
        return self.rules.length

    @property
    def rules(self) -> MatchRules:
        """What was agreed on."""
        return self.state.rules

    @property
    def state(self) -> MatchState:
        """The record of the match: its games, penalties and endings."""
        return self._table.match

    @property
    def game(self) -> GameState | None:
        """The game on the board; None once the match is over."""
        return self._table.game

    @property
    def games(self) -> tuple[GameResult, ...]:
        """The games that are over, in order."""
        return self.state.games

    @property
    def crawford(self) -> Crawford:
        """Whether this game is the Crawford game, and whether it has been played."""
        return self.state.crawford

    def standing(self, side: SideName = Side.A) -> Standing:
        """How far each has still to go, as the equity tables see it."""
        from rules_core.equity import Standing

        return Standing.of_match(self.state, self._side("side", side))

    @property
    def score(self) -> Score:
        """As shown: points above the length count for nothing."""
        return self.state.score

    @property
    def winner(self) -> Side | None:
        """Who won the match, once somebody has."""
        return self.state.winner

    @property
    def finished(self) -> bool:
        """Whether the match is over, in whatever way."""
        return self.state.finished

    @property
    def phase(self) -> Phase:
        """What the game on the board is waiting for."""
        return self._on_board().phase

    @property
    def to_act(self) -> Side | None:
        """The side that must act now; nobody, or both, before the opening dice."""
        return self._on_board().to_act

    @property
    def position(self) -> Position:
        """The board as the side on roll sees it."""
        return self._on_board().position

    @property
    def cube(self) -> Cube:
        """The cube as it lies there."""
        return self._on_board().cube

    @property
    def dice(self) -> Dice | None:
        """Thrown and not yet played."""
        return self._on_board().dice

    @property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays of the dice on the board."""
        return self._on_board().plays

    @property
    def position_id(self) -> str:
        """GNU Backgammon's name for the board."""
        return self._on_board().position_id

    @property
    def match_id(self) -> str:
        """GNU Backgammon's name for score, cube and dice."""
        return self._on_board().match_id

    @property
    def gnubg_id(self) -> str:
        """Board and match as GNU Backgammon names them."""
        return self._on_board().gnubg_id

    @property
    def xgid(self) -> str:
        """Board and match as eXtreme Gammon names them."""
        return self._on_board().xgid

    def svg(self, *, theme: str = "light") -> str:
        """The board on the table, side ``a`` at the bottom."""
        return self._on_board().svg(theme=theme, names=self.players)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def __str__(self) -> str:
        """The score, and the board as side ``a`` sees it."""
        a, b = self.players
        kind = f"{self.rules.length}-point match" if self.rules.length else "money session"
        head = f"{a} {self.score.a} – {self.score.b} {b}, {kind}"
        return f"{head}\n{self.game}" if self.game else head

    def __repr__(self) -> str:
        return f"<Match {self.players[0]} {self.score.a}–{self.score.b} {self.players[1]}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.players, len(self._steps), self.score))

    def _identity(self) -> tuple[object, ...]:
        return self.rules, self.players, self._steps

    def _side(self, what: str, said: SideName) -> Side:
        """A side by its letter, or by the name of its player where only one is called so."""
        if said not in ("a", "b") and self.players.count(said) == 1:
            return Side.A if said == self.players[0] else Side.B
        return chosen(what, said, Side)

    def _side_or_none(self, what: str, said: SideName | None) -> Side | None:
        return None if said is None else self._side(what, said)

    def _on_board(self) -> GameState:
        if self.game is None:
            raise MatchFinished("The match is over: there is no game on the board.")
        return self.game

    # At the board.

    def throw(
        self, a: int | Thrown | None = None, b: int | None = None, *, by: Random | None = None
    ) -> Match:
        """One die each, to see who starts; without numbers the computer throws."""
        return self._do("throw", dice=_thrown(a, b, by))

    def roll(
        self,
        first: int | Thrown | None = None,
        second: int | None = None,
        *,
        side: SideName | None = None,
        by: Random | None = None,
    ) -> Match:
        """Both dice, by the side on roll; without numbers the computer throws them."""
        return self._do("roll", side, dice=_thrown(first, second, by))

    def play(self, play: SaidPlay = "", *, side: SideName | None = None) -> Match:
        """The play written like ``8/5 6/5``, or one of ``plays``; nothing if no number can be played."""
        text = play_text(play)
        read_play(text)
        return self._do("play", side, text=text)

    def let_stand(self, play: SaidPlay, *, side: SideName | None = None) -> Match:
        """A play as it was made, legal or not, once the opponent has let it stand."""
        text = play_text(play)
        read_play(text)
        return self._do("let_stand", side, text=text)

    def pass_closed_out(self, *, side: SideName | None = None) -> Match:
        """The turn of a player whom no roll would let in."""
        return self._do("pass", side)

    def double(self, *, side: SideName | None = None) -> Match:
        """Turn the cube before rolling."""
        return self._do("double", side)

    def beaver(self, *, side: SideName | None = None) -> Match:
        """Turn it once more at once: a beaver, a raccoon or an otter."""
        return self._do("beaver", side)

    def take(self, *, side: SideName | None = None) -> Match:
        """Play on for what the cube was turned to."""
        return self._do("take", side)

    def drop(self, *, side: SideName | None = None) -> Match:
        """Give up the game for what it was worth before the cube was turned."""
        return self._do("drop", side)

    def resign(self, kind: KindName = Kind.SINGLE, *, side: SideName | None = None) -> Match:
        """Offer to lose the game at once."""
        return self._do("resign", side, kind=chosen("kind", kind, Kind))

    def accept(self, *, side: SideName | None = None) -> Match:
        """Win the game as the opponent offers to lose it."""
        return self._do("accept", side)

    def decline(self, *, side: SideName | None = None) -> Match:
        """Play on, since there may be more to win."""
        return self._do("decline", side)

    def rule(self, winner: SideName, kind: KindName = Kind.SINGLE) -> Match:
        """End the game by a ruling."""
        return self._do("rule", winner, kind=chosen("kind", kind, Kind))

    # Around the board.

    def record(
        self,
        winner: SideName,
        kind: KindName = Kind.SINGLE,
        *,
        cube: int = 1,
        ended_by: EndName = GameEnd.PLAY,
        automatic_doubles: int = 0,
    ) -> Match:
        """A whole game, of which nobody wrote down the moves."""
        result = GameResult(
            self._side("winner", winner),
            chosen("kind", kind, Kind),
            cube,
            chosen("end of a game", ended_by, GameEnd),
            automatic_doubles,
        )
        return self.enter(result)

    def penalise(self, side: SideName, points: int, reason: str) -> Match:
        """Points for the opponent of a side that broke a rule of the event."""
        return self.enter(Penalty(self._side("side", side), points, reason))

    def end(self, ended_by: MatchEnd | str, winner: SideName | None = None) -> Match:
        """The match ends without being played out."""
        how = chosen("way a match ends", ended_by, MatchEnd)
        return self.enter(Ending(how, self._side_or_none("winner", winner)))

    def settle(self, a: int, b: int) -> Match:
        """The final score, where games were not written down."""
        return self.enter(FinalScore(a, b))

    def enter(self, entry: ScoreEntry) -> Match:
        """Anything that a match record is made of."""
        table = self._table.enter(enter, entry)
        games = (*self._games, None) if isinstance(entry, GameResult) else self._games
        step = Step("enter", entry=entry)
        return self._after(table, step, games, ())

    def undo(self) -> Match:
        """The match before the last step."""
        if self._before is None:
            raise NothingToUndo("There is nothing to undo.")
        return self._before

    def _do(
        self,
        name: str,
        side: SideName | None = None,
        *,
        dice: Dice | None = None,
        text: str = "",
        kind: Kind | None = None,
    ) -> Match:
        return self.do(Step(name, self._side_or_none("side", side), dice, text, kind))

    def do(self, step: Step) -> Match:
        """The match after a step; whose it is may be left out where only one side can act."""
        if step.entry is not None:
            return self.enter(step.entry)
        game = self._on_board()
        if step.side is None and step.name != "throw":
            step = step._replace(side=game.to_act)
            if step.side is None:
                raise NotNow("The game begins with one die of each side.", phase=game.phase.value)
        table = self._table.act(STEPS[step.name], step)
        said = (*self._actions, *actions_written(game, step))
        if table.match is self._table.match:
            return self._after(table, step, self._games, said)
        return self._after(table, step, (*self._games, self._written(table.match, said)), ())

    def _written(self, match: MatchState, said: tuple[Action, ...]) -> WrittenGame:
        """The game that has just ended, as a match file has it."""
        result = match.games[-1]
        won = Win(result.winner, 0, result.cube * result.kind.multiplier)
        number, doubles = len(match.games), result.automatic_doubles
        return WrittenGame(number, 0, self.state.points, (*said, won), doubles)

    def _after(
        self,
        table: MatchPlay,
        step: Step,
        games: tuple[WrittenGame | None, ...],
        said: tuple[Action, ...],
    ) -> Match:
        match = Match(rules=self.rules, players=self.players)
        match._table, match._steps = table, (*self._steps, step)
        match._games, match._actions, match._before = games, said, self
        return match

    # Written down.

    @property
    def transcript(self) -> Transcript:
        """What a match file says of the match so far."""
        games = [game for game in self._games if game is not None]
        if len(games) < len(self._games) or self.state.penalties:
            raise NotWrittenDown(
                "Only the result of a game was recorded, or a penalty: a match file has only moves."
            )
        if self._actions:
            number = len(games) + 1
            doubles = self._on_board().cube.automatic_doubles
            games.append(WrittenGame(number, 0, self.state.points, self._actions, doubles))
        if not games:
            raise NotWrittenDown("Nothing has been played yet.")
        return Transcript("match.mat", self.rules.length, self.players, tuple(games))

    def mat(self) -> str:
        """The match as a .mat file."""
        return write_mat(replay(self.transcript, self.rules))

    def sgf(self) -> str:
        """The match as SGF."""
        return write_sgf(replay(self.transcript, self.rules))

    def to_json(self) -> dict[str, Any]:
        """As plain values, step by step; ``from_json`` gives the same match back."""
        return {
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "steps": [_step_to_json(step) for step in self._steps],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Match:
        """The match that ``to_json`` wrote, checked by the rules again."""
        with reading("match"):
            match = cls(rules=MatchRules.from_json(data["rules"]), players=data["players"])
            for step in data["steps"]:
                match = match.do(_step_from_json(step))
        return match

    @classmethod
    def from_file(
        cls, source: Source, *, strict: bool = False, rules: MatchRules | None = None
    ) -> Match:
        """The match in a .mat or SGF file, given by its path, its text or its content.

        Without ``rules``, they are those that the file lets us assume: it says nothing of most.
        """
        from rules_core.game.from_file import match_from_file

        return match_from_file(source, strict=strict, rules=rules)


def _thrown(first: int | Thrown | None, second: int | None, by: Random | None) -> Dice:
    return Dice.thrown(by) if first is None and second is None else dice_of(first or 0, second)


def _step_to_json(step: Step) -> dict[str, Any]:
    """Only what there is."""
    facts = {
        "side": step.side and step.side.value,
        "dice": step.dice and list(step.dice),
        "play": step.text,
        "kind": step.kind and step.kind.value,
        "entry": step.entry and score_entry_to_json(step.entry),
    }
    return {"do": step.name} | {name: fact for name, fact in facts.items() if fact}


def _step_from_json(data: dict[str, Any]) -> Step:
    name = data["do"]
    if name not in STEPS and name != "enter":
        raise NotNow(f"There is no step “{str(name)[:40]}” in a match.")
    dice = data.get("dice")
    return Step(
        name,
        chosen_or_none("side", data.get("side"), Side),
        checked_dice(*dice) if dice else None,
        data.get("play", ""),
        chosen_or_none("kind", data.get("kind"), Kind),
        score_entry_from_json(data["entry"]) if "entry" in data else None,
    )
