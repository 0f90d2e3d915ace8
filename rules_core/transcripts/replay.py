"""Playing a match file through, with every play, cube action and score checked.

Crawford, Jacoby and automatic doubles are not stored in a match file, and ``Wins`` ignores the
last two. So the score before the next game is the truth about a game; what it cannot be by the
rules is a problem with its line (docs/rules.md, "Match files (.mat)").
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from rules_core.cube import DeadCube
from rules_core.errors import RulesError
from rules_core.match import GameResult, GameTerms, MatchRules, MatchState
from rules_core.sides import NO_POINTS, Score, Side
from rules_core.transcripts.game_replay import GameReplay
from rules_core.transcripts.problems import (
    AutomaticDoubles,
    NoResult,
    PlayedOn,
    Problem,
    ScoreDoesNotFollow,
    WrongLength,
    WrongNumber,
)
from rules_core.transcripts.replayed import Replay, ReplayedGame
from rules_core.transcripts.transcript import Transcript, WrittenGame

_NO_LIMIT = 1 << 30
_MOST_AUTOMATIC_DOUBLES = 6
_YES = ("on", "yes", "true", "1")
_NO = ("off", "no", "false", "0")


def replay(transcript: Transcript, rules: MatchRules | None = None) -> Replay:
    """The match with all its games; without ``rules``, they are those the file lets us assume."""
    return _MatchReplay(transcript, rules).replay()


def assumed_rules(transcript: Transcript) -> MatchRules:
    """Crawford in matches; in money sessions whatever is played for money."""
    money = transcript.length == 0
    return MatchRules(
        length=transcript.length,
        crawford=not money and _setting(transcript, "Crawford") is not False,
        jacoby=_setting(transcript, "Jacoby") is True,
        beavers=3 if money else 0,
        automatic_doubles=_MOST_AUTOMATIC_DOUBLES if money else 0,
        max_cube=_NO_LIMIT,
    )


def _setting(transcript: Transcript, key: str) -> bool | None:
    value = (transcript.header(key) or "").casefold()
    return True if value in _YES else False if value in _NO else None


Outcome = tuple[Side, int]
"""Who won, and how many points."""


class _MatchReplay:
    """One pass over a transcript, which collects what is wrong with it."""

    def __init__(self, transcript: Transcript, rules: MatchRules | None) -> None:
        self.transcript = transcript
        self.rules = rules or assumed_rules(transcript)
        self.jacoby_unknown = rules is None and _setting(transcript, "Jacoby") is None
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []

    def replay(self) -> Replay:
        """Play the games, then settle each by the score that follows it."""
        self._check_frame()
        games = self.transcript.games
        terms = self._terms()
        played = [GameReplay(*game) for game in zip(games, terms, strict=True)]
        if self.jacoby_unknown and self.rules.money:
            shown = map(_shows_jacoby, games, games[1:], played)
            self.rules = replace(self.rules, jacoby=any(shown))
        settled = [
            self._settled(game, board, following)
            for game, board, following in zip_longest(games, played, games[1:])
        ]
        last = settled[-1]
        points = last.score.plus(last.winner, last.points) if last.winner else last.score
        return Replay(
            name=self.transcript.name,
            rules=self.rules,
            players=self.transcript.players,
            games=tuple(settled),
            points=points,
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line)),
            notes=tuple(self.notes),
        )

    def _check_frame(self) -> None:
        """The length, the numbers of the games, the first score, and that somebody still has to win."""
        transcript, length = self.transcript, self.rules.length
        first = transcript.games[0]
        if length != transcript.length:
            self._report(1, None, WrongLength(f"This is no match to {length} points."))
        if first.score != NO_POINTS:
            self._report(first.line, first, ScoreDoesNotFollow("A match begins at 0–0."))
        for number, game in enumerate(transcript.games, start=1):
            if game.number != number:
                self._report(game.line, game, WrongNumber(f"This is game {number} of the file."))
            if length and max(game.score) >= length:
                self._report(game.line, game, PlayedOn("The match was over before this game."))

    def _terms(self) -> list[GameTerms]:
        """What the score before each game means for its cube."""
        terms, crawford_played = [], False
        for game in self.transcript.games:
            state = MatchState(self.rules, points=game.score, crawford_played=crawford_played)
            terms.append(GameTerms.of(state))
            crawford_played |= state.crawford.this_game
        return terms

    def _settled(
        self, game: WrittenGame, board: GameReplay, following: WrittenGame | None
    ) -> ReplayedGame:
        """The game with the points it brought."""
        self._report_game(game, board)
        crawford = board.state.terms.crawford_game
        result = board.result
        told = self._told(game, following)
        if told is not None and result is not None and following is not None:
            result = self._explained(result, told, crawford, following)
        elif result is None and following is not None and board.refusal is None:
            self._report(game.line, game, NoResult("The file does not say how this game ended."))
        winner, points = told or self._own_outcome(game, result, crawford)
        return ReplayedGame(
            number=game.number,
            line=game.line,
            score=game.score,
            crawford=crawford,
            turns=tuple(board.turns),
            winner=winner,
            points=points,
            result=result,
        )

    def _told(self, game: WrittenGame, following: WrittenGame | None) -> Outcome | None:
        """What the score before the next game tells about this one."""
        if following is None:
            return None
        won = {side: following.score.of(side) - game.score.of(side) for side in Side}
        winners = [side for side in Side if won[side] > 0]
        if len(winners) == 1 and won[winners[0].other] == 0:
            return winners[0], won[winners[0]]
        message = f"{_written(following.score)} does not follow from {_written(game.score)}."
        self._report(following.line, following, ScoreDoesNotFollow(message))
        return None

    def _explained(
        self, result: GameResult, told: Outcome, crawford: bool, following: WrittenGame
    ) -> GameResult:
        """The result with as many automatic doubles as bring the points that the score tells."""
        winner, points = told
        most = 0 if crawford else self.rules.automatic_doubles
        for doubles in range(most + 1 if winner is result.winner else 0):
            cube = result.cube << doubles
            doubled = replace(result, cube=cube, automatic_doubles=doubles)
            if doubled.points(self.rules, crawford) == points:
                self._note_automatic_doubles(doubles, following)
                return doubled
        own = result.points(self.rules, crawford)
        message = (
            f"The game before was won by {self._name(result.winner)} for {own},"
            f" but the score gives {points} to {self._name(winner)}."
        )
        self._report(following.line, following, ScoreDoesNotFollow(message))
        return result

    def _own_outcome(
        self, game: WrittenGame, result: GameResult | None, crawford: bool
    ) -> tuple[Side | None, int]:
        """What the board tells, or else the line that says who won."""
        if result is not None:
            return result.winner, result.points(self.rules, crawford)
        return (game.win.side, game.win.points) if game.win else (None, 0)

    def _report_game(self, game: WrittenGame, board: GameReplay) -> None:
        for line, refusal in board.annulled:
            # A dead double is without effect, one in the Crawford game against the rules.
            dead = isinstance(refusal, DeadCube)
            (self.notes if dead else self.problems).append(self._problem(line, game, refusal))
        if board.refusal is not None:
            line, refusal = board.refusal
            self._report(line, game, refusal)

    def _note_automatic_doubles(self, doubles: int, following: WrittenGame) -> None:
        if doubles:
            message = f"The score shows {doubles} automatic double(s) in the game before."
            note = AutomaticDoubles(message, automatic_doubles=doubles)
            self.notes.append(self._problem(following.line, following, note))

    def _report(self, line: int, game: WrittenGame | None, refusal: RulesError) -> None:
        self.problems.append(self._problem(line, game, refusal))

    def _problem(self, line: int, game: WrittenGame | None, refusal: RulesError) -> Problem:
        number = game.number if game else None
        return Problem(self.transcript.name, line, number, refusal.code, refusal.message)

    def _name(self, side: Side) -> str:
        return self.transcript.players[list(Side).index(side)]


def _shows_jacoby(game: WrittenGame, following: WrittenGame, board: GameReplay) -> bool:
    """A gammon without a turned cube that was not counted twice."""
    result = board.result
    if result is None or result.turned:
        return False
    points = max(following.score.of(side) - game.score.of(side) for side in Side)
    return points % (result.cube * result.kind.multiplier) != 0


def _written(score: Score) -> str:
    return f"{score.a}–{score.b}"
