"""One written game played through at the board, as far as the rules allow.

Where the file is read leniently, what its players let stand is noted and the game goes on; where it
is read strictly, the same is a problem (docs/rules.md, "Match files (.mat)").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rules_core.board import Position
from rules_core.cube import Cube, DeadCube
from rules_core.errors import RulesError
from rules_core.game import (
    GameState,
    Phase,
    beaver,
    double,
    drop,
    let_play_stand,
    pass_closed_out,
    play_as_written,
    roll,
    take,
    throw_for_start,
)
from rules_core.illegal_plays import IllegalPlay, MustPlayMore
from rules_core.match import CubeInCrawfordGame, GameEnd, GameResult, GameTerms
from rules_core.notation.paths import paths_of
from rules_core.sides import Side
from rules_core.transcripts.ends import (
    Outcome,
    ended,
    falls_short,
    gives_up_the_match,
    not_played,
    wrong_points,
)
from rules_core.transcripts.problems import (
    DoubleNotAnswered,
    NoResult,
    OpeningDouble,
    PlayNotRecorded,
    WrongCubeValue,
    WrongWinner,
)
from rules_core.transcripts.replayed import Turn
from rules_core.transcripts.transcript import (
    Action,
    BoardSet,
    CubeAction,
    CubeWord,
    Resigns,
    Roll,
    Win,
    WrittenGame,
)

_ANSWERS = (CubeWord.TAKES, CubeWord.DROPS)

Refusal = tuple[int, RulesError]
"""The line and what is wrong there."""


class GameReplay:
    """A game as it comes out of its lines.

    The first thing that no board allows stops it: what follows was played on a board that the file
    does not tell.
    """

    def __init__(
        self, game: WrittenGame, terms: GameTerms, told: Outcome | None, *, strict: bool
    ) -> None:
        doubles = game.automatic_doubles
        cube = Cube(1 << doubles, automatic_doubles=doubles)
        self.state = replace(GameState.new(terms), cube=cube)
        self.turns: list[Turn] = []
        self.refusal: Refusal | None = None
        self.annulled: list[Refusal] = []
        """Doubles that the rules leave without effect."""
        self.irregular: list[Refusal] = []
        """What was against the rules, or not written down, and let stand."""
        self.conceded_by: Side | None = None
        """Who gave up the whole match in this game."""
        self._strict = strict
        self._told = told
        self._unanswered: RulesError | None = None
        self._asked: Side | None = None
        self._pending: Roll | None = None
        """A roll that the file does not say was played."""
        self._resigns: Resigns | None = None
        self._refused_at: int | None = None
        """A line before the one in which it came out."""
        self._play(game)

    @property
    def result(self) -> GameResult | None:
        """The game as a match records it, if it came to its end."""
        return self.state.result

    def _play(self, game: WrittenGame) -> None:
        last = len(game.actions) - 1
        for index, action in enumerate(game.actions):
            try:
                self._take_in(action, is_last=index == last)
            except RulesError as refusal:
                self.refusal = self._refused_at or action.line, refusal
                return
        try:
            self._end_untold(game)
        except RulesError as refusal:
            self.refusal = self._refused_at or game.line, refusal

    def _take_in(self, action: Action, *, is_last: bool) -> None:
        before = self.state
        match action:
            case Roll():
                self._unanswered = None
                before = self._before_turn(action.side)
                self._roll(before, action, is_last=is_last)
                self.turns.append(_turn(before, self.state, action))
            case CubeAction():
                before = self._before_turn(action.side)
                self._turn_cube(action)
                # Most files leave out the word that accepts a beaver; so it is no turn in any.
                if not (action.word is CubeWord.TAKES and before.offer and before.offer.animals):
                    self.turns.append(_turn(before, self.state, action))
            case BoardSet():
                before = self._before_turn(action.side)
                self._set_board(before, action)
                self.turns.append(_turn(before, self.state, action))
            case Resigns():
                self._resigns = action
                self.conceded_by = action.side if action.match else None
            case Win():
                self._win(action)

    def _irregular(self, line: int, refusal: RulesError) -> None:
        """Go on after this, unless the file is read strictly."""
        if self._strict:
            self._refused_at = line
            raise refusal
        self.irregular.append((line, refusal))

    def _before_turn(self, side: Side) -> GameState:
        """The game when ``side`` acts: what goes without a word has happened."""
        game = self.state
        if self._pending is not None and side is not self._pending.side:
            game = self._let_pending_stand(game, self._pending)
        if game.phase is Phase.TO_ROLL and game.on_roll is side.other and game.position.closed_out:
            game = pass_closed_out(game, side.other)
        offer = game.offer
        if offer is not None and offer.by is side and not offer.animals:
            message = "The file does not say that the double was taken, and the game goes on."
            self._irregular(self.turns[-1].line, DoubleNotAnswered(message))
            game = take(game, side.other)
        self.state = game
        return game

    def _let_pending_stand(self, game: GameState, pending: Roll) -> GameState:
        """A roll without a play, after which the opponent went on."""
        self._pending = None
        dice = f"{pending.dice.first}-{pending.dice.second}"
        if not pending.recorded:
            self._refused_at = pending.line
            raise PlayNotRecorded(f"The file does not say how {dice} was played.")
        message = f"{dice} can be played, and the file has no play for it."
        self._irregular(pending.line, MustPlayMore(message, dice=tuple(pending.dice)))
        self.turns[-1] = replace(self.turns[-1], played=True)
        return let_play_stand(game, pending.side, ())

    def _roll(self, game: GameState, written: Roll, *, is_last: bool) -> None:
        if game.phase is Phase.OPENING:
            thrown = self._opened(game, written)
        else:
            thrown = roll(_accepted(game), written.side, *written.dice)
        plays = thrown.plays
        if not written.recorded and len(plays) == 1:
            self.state = play_as_written(thrown, written.side, paths_of(plays[0]))
        elif not written.paths and plays:
            # Either a resignation follows and the dice stay, or the player forgot to play.
            self.state, self._pending = thrown, written
        else:
            self.state = self._played(thrown, written, is_last=is_last)

    def _opened(self, game: GameState, written: Roll) -> GameState:
        side, dice = written.side, written.dice
        if dice.is_double:
            message = "A game does not begin with equal dice: they are thrown again."
            self._irregular(written.line, OpeningDouble(message))
            return replace(game, on_roll=side, dice=dice)
        higher, lower = dice.numbers
        return throw_for_start(game, *((higher, lower) if side is Side.A else (lower, higher)))

    def _played(self, thrown: GameState, written: Roll, *, is_last: bool) -> GameState:
        try:
            return play_as_written(thrown, written.side, written.paths)
        except IllegalPlay as refusal:
            if is_last:
                # Nobody let it stand: the file ends here.
                raise
            # What no board could show is refused for the rule that it breaks first.
            stood = _or_raise(partial(let_play_stand, thrown, written.side, written.paths), refusal)
            self._irregular(written.line, refusal)
            return stood

    def _set_board(self, game: GameState, action: BoardSet) -> None:
        """The board after an illegal play; the file may show it from either side."""
        self._irregular(action.line, IllegalPlay("This play was illegal, and was let stand."))
        boards = (action.position, action.position.swapped())
        played = roll(game, action.side, 1, 1) if game.phase is Phase.TO_ROLL else game
        nearest = min(boards, key=partial(_unlike, played.position.swapped()))
        moved = let_play_stand(played, action.side, ())
        self.state = replace(moved, position=nearest)

    def _turn_cube(self, action: CubeAction) -> None:
        answered, self._unanswered = self._unanswered, None
        if answered is not None and action.side is self._asked and action.word in _ANSWERS:
            self._answer_annulled(action, answered)
        else:
            try:
                self.state = _turned(self.state, action)
            except (DeadCube, CubeInCrawfordGame) as refusal:
                self._unanswered, self._asked = refusal, action.side.other
                self.annulled.append((action.line, refusal))

    def _answer_annulled(self, action: CubeAction, refusal: RulesError) -> None:
        """A double without effect may be taken; who drops a dead one has lost the match.

        (docs/rules.md, "Match play".) Dropping in the Crawford game is no end of it.
        """
        if action.word is CubeWord.TAKES:
            return
        if not isinstance(refusal, DeadCube):
            self.annulled.pop()
            raise refusal
        cube = self.state.cube.value
        lost = GameResult(action.side.other, cube=cube, ended_by=GameEnd.DROP)
        self.state = replace(self.state, result=lost)

    def _win(self, win: Win) -> None:
        if win.kind is not None and win.points is None:
            win = replace(win, points=self.state.cube.value * win.kind.multiplier)
        odd = self._ended(win) if self.state.result is None else None
        result = self.state.result
        assert result is not None
        if result.winner is not win.side:
            win = self._in_the_other_column(win, result)
        if odd is None and not self.annulled and self.conceded_by is None:
            odd = wrong_points(result, win, self.state.terms, self._told)
        if odd is not None:
            if odd.facts.get("explained") is False:
                raise odd
            self._irregular(win.line, odd)
        if win.match and falls_short(result, self.state.terms, self._told):
            self.conceded_by = win.side.other

    def _ended(self, win: Win) -> RulesError | None:
        """The game as it ends by this line, which the board does not show; what is odd about it."""
        if gives_up_the_match(self.state, win, self._told):
            self.conceded_by = win.side.other
            win = replace(win, points=None)
        if self.state.phase is Phase.OPENING and not self.turns:
            self.state, odd = not_played(self.state, win, self._told)
            return odd
        self.state, odd = ended(
            _accepted(self.state),
            win,
            self._told,
            named=self._resigns.kind if self._resigns else None,
            cube_doubtful=bool(self.annulled),
        )
        return odd

    def _in_the_other_column(self, win: Win, result: GameResult) -> Win:
        """Some files write who won behind the last play, in the column of whoever comes next."""
        told_so = self._told is None or self._told[0] is result.winner
        same_line = bool(self.turns) and self.turns[-1].line == win.line
        wrong = WrongWinner("The file gives the game to the player who lost it.")
        if not (same_line and told_so and result.ended_by is GameEnd.PLAY):
            raise wrong
        self._irregular(win.line, wrong)
        return replace(win, side=result.winner)

    def _end_untold(self, game: WrittenGame) -> None:
        """A game without a line that says who won: the next score tells, or who resigned."""
        if self.state.result is not None:
            return
        if self._resigns is not None:
            told = self._told[1] if self._told else None
            self._win(Win(self._resigns.side.other, self._resigns.line, told))
        elif self._told is not None:
            winner, points = self._told
            if self.turns:
                message = "The file does not say how this game ended; the next score tells."
                self._irregular(game.line, NoResult(message))
            self._win(Win(winner, game.line, points))


def _or_raise(attempt: Callable[[], GameState], refusal: IllegalPlay) -> GameState:
    """What comes of it, or else the refusal that was there first."""
    try:
        return attempt()
    except RulesError:
        raise refusal from None


def _unlike(one: Position, other: Position) -> int:
    """On how many places two boards differ."""
    pairs = zip(one.mine + one.theirs, other.mine + other.theirs, strict=True)
    return sum(here != there for here, there in pairs)


def _accepted(game: GameState) -> GameState:
    """A beaver and its kin are accepted without a word (docs/rules.md, "Match files (.mat)")."""
    offer = game.offer
    return take(game, offer.by.other) if offer is not None and offer.animals else game


_TURNS: dict[CubeWord, Callable[[GameState, Side], GameState]] = {
    CubeWord.DOUBLES: double,
    CubeWord.BEAVERS: beaver,
    CubeWord.TAKES: take,
    CubeWord.DROPS: drop,
}


def _turned(game: GameState, action: CubeAction) -> GameState:
    turned = _TURNS[action.word](game, action.side)
    if turned.offer is not None and action.value not in (None, turned.offer.value):
        raise WrongCubeValue(
            f"The cube is turned to {turned.offer.value}, not to {action.value}.",
            value=turned.offer.value,
            written=action.value,
        )
    return turned


def _turn(before: GameState, after: GameState, action: Roll | CubeAction | BoardSet) -> Turn:
    side = action.side
    board = before.position if before.on_roll in (None, side) else before.position.swapped()
    if isinstance(action, CubeAction):
        value = action.value or (after.offer.value if after.offer else None)
        return Turn(side, action.line, board, board, before.cube, action=action.word, value=value)
    played = after.dice is None
    # Once the checkers are down the board is seen by the opponent.
    moved = after.position.swapped() if played else board
    if isinstance(action, BoardSet):
        return Turn(side, action.line, board, moved, before.cube)
    return Turn(side, action.line, board, moved, before.cube, action.dice, action.paths, played)
