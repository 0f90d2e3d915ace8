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
from rules_core.match import CubeInCrawfordGame, GameResult, GameTerms, MatchRules, MatchState
from rules_core.sides import NO_POINTS, Score, Side
from rules_core.transcripts.ends import Outcome
from rules_core.transcripts.files import Source
from rules_core.transcripts.game_replay import GameReplay
from rules_core.transcripts.problems import (
    AutomaticDoubles,
    CrawfordPlayedBefore,
    MatchConceded,
    NoResult,
    PartOfMatch,
    PlayedOn,
    PlayedWithoutCrawford,
    Problem,
    ScoreDoesNotFollow,
    WrongLength,
    WrongNumber,
)
from rules_core.transcripts.reading import read_match_file
from rules_core.transcripts.replayed import Replay, ReplayedGame
from rules_core.transcripts.transcript import Transcript, WrittenGame

_NO_LIMIT = 1 << 30
_MOST_AUTOMATIC_DOUBLES = 6
_YES = ("on", "yes", "true", "1")
_NO = ("off", "no", "false", "0")


def replay(
    transcript: Transcript | Source,
    rules: MatchRules | None = None,
    *,
    crawford: bool | None = None,
    strict: bool = False,
) -> Replay:
    """The match with all its games; without ``rules``, they are those the file lets us assume.

    In place of what was read of a file, the file itself will do, of either kind.

    What two players let stand is a note and the game goes on; ``strict`` makes it a problem.
    ``crawford`` says whether the match was played with Crawford where the file does not.
    """
    if not isinstance(transcript, Transcript):
        transcript = read_match_file(transcript)
    if rules is not None:
        return _MatchReplay(transcript, rules, strict=strict).replay()
    assumed = assumed_rules(transcript, crawford=crawford)
    match = _MatchReplay(transcript, assumed, strict=strict, jacoby_unknown=True).replay()
    if not match.has_problem(CubeInCrawfordGame):
        return match
    return _with_cube_explained(transcript, match, crawford=crawford, strict=strict) or match


def replay_game(transcript: Transcript, rules: MatchRules, place: int) -> ReplayedGame:
    """One game of a match, counted from 0, as ``replay`` gives it; no other is played for it."""
    return _MatchReplay(transcript, rules, strict=False).game(place)


def crawford_games(transcript: Transcript, rules: MatchRules) -> tuple[bool, ...]:
    """Of each game, whether it is the Crawford game: the scores alone tell."""
    terms = _MatchReplay(transcript, rules, strict=False).terms()
    return tuple(each.crawford_game for each in terms)


def _with_cube_explained(
    transcript: Transcript, match: Replay, *, crawford: bool | None, strict: bool
) -> Replay | None:
    """The match read so that the cube was allowed where it was used, if only that fits."""
    line = next(wrong for wrong in match.problems if wrong.code == CubeInCrawfordGame.code)
    first = transcript.games[0]
    readings: list[tuple[_MatchReplay, RulesError]] = []
    if line.game == first.number and first.score != NO_POINTS:
        message = "The cube is used, so the Crawford game was played before this file begins."
        part = _MatchReplay(transcript, match.rules, strict=strict, crawford_played=True)
        readings.append((part, CrawfordPlayedBefore(message)))
    if crawford is None and _setting(transcript, "Crawford") is None:
        message = "The cube is used where Crawford forbids it: this match is played without."
        rules = replace(match.rules, crawford=False)
        without = _MatchReplay(transcript, rules, strict=strict, jacoby_unknown=True)
        readings.append((without, PlayedWithoutCrawford(message)))
    for reading, reason in readings:
        other = reading.replay()
        if not other.has_problem(CubeInCrawfordGame) and len(other.problems) < len(match.problems):
            note = Problem(transcript.name, line.line, line.game, reason.code, reason.message)
            return replace(other, notes=(note, *other.notes))
    return None


def assumed_rules(transcript: Transcript, *, crawford: bool | None = None) -> MatchRules:
    """Crawford in matches; in money sessions whatever is played for money."""
    money = transcript.length == 0
    if crawford is None:
        crawford = _setting(transcript, "Crawford") is not False
    return MatchRules(
        length=transcript.length,
        crawford=not money and crawford,
        jacoby=_setting(transcript, "Jacoby") is True,
        beavers=3 if money else 0,
        automatic_doubles=_MOST_AUTOMATIC_DOUBLES if money else 0,
        max_cube=_NO_LIMIT,
    )


def _setting(transcript: Transcript, key: str) -> bool | None:
    value = (transcript.header(key) or "").casefold()
    return True if value in _YES else False if value in _NO else None


class _MatchReplay:
    """One pass over a transcript, which collects what is wrong with it."""

    def __init__(
        self,
        transcript: Transcript,
        rules: MatchRules,
        *,
        strict: bool,
        jacoby_unknown: bool = False,
        crawford_played: bool = False,
    ) -> None:
        self.transcript = transcript
        self.rules = rules
        self.strict = strict
        self.crawford_played = crawford_played
        self.jacoby_unknown = jacoby_unknown and _setting(transcript, "Jacoby") is None
        self.problems: list[Problem] = []
        self.notes: list[Problem] = list(transcript.notes)

    def replay(self) -> Replay:
        """Play the games, then settle each by the score that follows it."""
        self._check_frame()
        games = self.transcript.games
        played = [
            GameReplay(game, terms, _told(game, following), strict=self.strict)
            for game, terms, following in zip_longest(games, self.terms(), games[1:])
        ]
        if self.jacoby_unknown and self.rules.money:
            shown = map(_shows_jacoby, games, games[1:], played)
            self.rules = replace(self.rules, jacoby=any(shown))
        settled = [
            self._settled(game, board, following)
            for game, board, following in zip_longest(games, played, games[1:])
        ]
        last = settled[-1]
        points = last.score.plus(last.winner, last.points) if last.winner else last.score
        conceded_by = self._conceded(games[-1], played[-1], points)
        return Replay(
            name=self.transcript.name,
            rules=self.rules,
            players=self.transcript.players,
            games=tuple(settled),
            points=points,
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line)),
            notes=tuple(self.notes),
            conceded_by=conceded_by,
        )

    def game(self, place: int) -> ReplayedGame:
        """One game, settled by the score that follows it."""
        game = self.transcript.games[place]
        following = next(iter(self.transcript.games[place + 1 :]), None)
        board = GameReplay(game, self.terms()[place], _told(game, following), strict=self.strict)
        return self._settled(game, board, following)

    def _conceded(self, game: WrittenGame, board: GameReplay, points: Score) -> Side | None:
        """Who gave up the match in its last game, unless that game decided it anyway."""
        loser, length = board.conceded_by, self.rules.length
        if loser is None or not length or max(points) >= length:
            return None
        message = f"{self._name(loser)} gave up the match."
        self.notes.append(self._problem(game.line, game, MatchConceded(message)))
        return loser

    def _check_frame(self) -> None:
        """The length, the numbers of the games, the first score, and that somebody still has to win."""
        transcript, length = self.transcript, self.rules.length
        first = transcript.games[0]
        if length != transcript.length:
            self._report(1, None, WrongLength(f"This is no match to {length} points."))
        if first.score != NO_POINTS:
            message = f"The file begins at {_written(first.score)}: it is a part of a match."
            self._let_stand(first.line, first, PartOfMatch(message))
        for number, game in enumerate(transcript.games, start=first.number):
            if game.number != number:
                self._let_stand(game.line, game, WrongNumber(f"Game {number} would be next."))
            if length and max(game.score) >= length:
                self._after_the_match(game)

    def _after_the_match(self, game: WrittenGame) -> None:
        """Some programs write the final score as one more game, in which nothing happens."""
        over = PlayedOn("The match was over before this game.")
        if game.actions or game is not self.transcript.games[-1]:
            self._report(game.line, game, over)
        else:
            self._let_stand(game.line, game, over)

    def terms(self) -> list[GameTerms]:
        """What the score before each game means for its cube."""
        terms, crawford_played = [], self.crawford_played
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
        told = _told(game, following)
        if following is not None:
            if told is None:
                scores = f"{_written(following.score)} does not follow from {_written(game.score)}."
                self._report(following.line, following, ScoreDoesNotFollow(scores))
            elif result is not None:
                result = self._explained(result, told, crawford, following)
            elif board.refusal is None:
                missing = NoResult("The file does not say how this game ended.")
                self._report(game.line, game, missing)
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

    def _explained(
        self, result: GameResult, told: Outcome, crawford: bool, following: WrittenGame
    ) -> GameResult:
        """The result with as many automatic doubles as bring the points that the score tells."""
        winner, points = told
        most = 0 if crawford else self.rules.automatic_doubles
        for doubles in range(most + 1 if winner is result.winner else 0):
            cube = result.cube << doubles
            turns = result.automatic_doubles + doubles
            doubled = replace(result, cube=cube, automatic_doubles=turns)
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
        win = game.win
        return (win.side, win.points or 0) if win else (None, 0)

    def _report_game(self, game: WrittenGame, board: GameReplay) -> None:
        for line, refusal in board.annulled:
            # A dead double is without effect, one in the Crawford game against the rules.
            dead = isinstance(refusal, DeadCube)
            (self.notes if dead else self.problems).append(self._problem(line, game, refusal))
        for line, refusal in board.irregular:
            self.notes.append(self._problem(line, game, refusal))
        if board.refusal is not None:
            line, refusal = board.refusal
            self._report(line, game, refusal)

    def _note_automatic_doubles(self, doubles: int, following: WrittenGame) -> None:
        if doubles:
            message = f"The score shows {doubles} automatic double(s) in the game before."
            note = AutomaticDoubles(message, automatic_doubles=doubles)
            self.notes.append(self._problem(following.line, following, note))

    def _let_stand(self, line: int, game: WrittenGame, odd: RulesError) -> None:
        """A note, or where the file is read strictly a problem."""
        (self.problems if self.strict else self.notes).append(self._problem(line, game, odd))

    def _report(self, line: int, game: WrittenGame | None, refusal: RulesError) -> None:
        self.problems.append(self._problem(line, game, refusal))

    def _problem(self, line: int, game: WrittenGame | None, refusal: RulesError) -> Problem:
        number = game.number if game else None
        return Problem(self.transcript.name, line, number, refusal.code, refusal.message)

    def _name(self, side: Side) -> str:
        return self.transcript.players[list(Side).index(side)]


def _told(game: WrittenGame, following: WrittenGame | None) -> Outcome | None:
    """What the score before the next game tells about this one."""
    if following is None:
        return None
    won = {side: following.score.of(side) - game.score.of(side) for side in Side}
    winners = [side for side in Side if won[side] > 0]
    if len(winners) == 1 and won[winners[0].other] == 0:
        return winners[0], won[winners[0]]
    return None


def _shows_jacoby(game: WrittenGame, following: WrittenGame, board: GameReplay) -> bool:
    """A gammon without a turned cube that was not counted twice."""
    result = board.result
    if result is None or result.turned:
        return False
    points = max(following.score.of(side) - game.score.of(side) for side in Side)
    return points % (result.cube * result.kind.multiplier) != 0


def _written(score: Score) -> str:
    return f"{score.a}–{score.b}"
