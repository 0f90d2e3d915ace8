"""A match file played through again as a live match, step by step."""

from __future__ import annotations

from rules_core.cube import DeadCube
from rules_core.dice import Dice
from rules_core.game.live_match import Match, NotWrittenDown
from rules_core.game.state import Phase
from rules_core.game.steps import Step
from rules_core.illegal_plays import IllegalPlay
from rules_core.match import CubeInCrawfordGame, GameEnd, MatchRules
from rules_core.notation.standard import STANDARD
from rules_core.sides import NO_POINTS, Side
from rules_core.transcripts import Replay, ReplayedGame, Source, Turn, read_match_file, replay
from rules_core.transcripts.transcript import CubeWord

_EQUAL = Dice(1, 1)
_WORDS = {
    CubeWord.DOUBLES: "double",
    CubeWord.BEAVERS: "beaver",
    CubeWord.TAKES: "take",
    CubeWord.DROPS: "drop",
}


def match_from_file(
    source: Source, *, strict: bool = False, rules: MatchRules | None = None
) -> Match:
    """The match in a .mat or SGF file, as far as it was played.

    A file with a problem, or a part of a match, makes no match; the first problem is raised.
    """
    read = replay(read_match_file(source), rules, strict=strict)
    if read.problems:
        raise NotWrittenDown(
            str(read.problems[0]), problems=[str(wrong) for wrong in read.problems]
        )
    return match_of(read)


def match_of(read: Replay) -> Match:
    """The match that was played through, as one that can go on."""
    if read.games[0].score != NO_POINTS:
        raise NotWrittenDown("This is a part of a match: it does not begin at 0–0.")
    match = Match(rules=read.rules, players=read.players)
    for game in read.games:
        match = _played(match, game)
    return match


def _played(match: Match, game: ReplayedGame) -> Match:
    for _ in range(game.result.automatic_doubles if game.result else 0):
        match = match.do(Step("throw", dice=_EQUAL))
    before = len(match.state.games)
    annulled = False
    for turn in game.turns:
        if turn.action is None:
            match, annulled = _rolled(match, turn), False
        elif annulled:
            annulled = False
        else:
            match, annulled = _cube_turned(match, turn)
    if game.result is None or len(match.state.games) > before:
        return match
    return _ended(match, game)


def _ended(match: Match, game: ReplayedGame) -> Match:
    """A game that no move ended."""
    assert game.result is not None
    winner, kind = game.result.winner, game.result.kind
    match = _accepted(match)
    if game.result.ended_by is GameEnd.DROP:
        return match.drop() if match.phase is Phase.DOUBLED else match.rule(winner, kind)
    return match.resign(kind, side=winner.other).accept(side=winner)


def _rolled(match: Match, turn: Turn) -> Match:
    if turn.dice is None:
        raise NotWrittenDown("The file gives a board instead of a play.")
    side = turn.side
    match = _accepted(match)
    if match.phase is Phase.OPENING:
        higher, lower = turn.dice.numbers if not turn.dice.is_double else turn.dice
        match = match.throw(*((higher, lower) if side is Side.A else (lower, higher)))
    else:
        if match.to_act is side.other and match.position.closed_out:
            match = match.pass_closed_out()
        match = match.roll(*turn.dice, side=side)
    if not turn.played:
        return match
    text = STANDARD.write(turn.paths)
    try:
        return match.play(text, side=side)
    except IllegalPlay:
        return match.let_stand(text, side=side)


def _cube_turned(match: Match, turn: Turn) -> tuple[Match, bool]:
    """The match, and whether the rules leave this double, and its answer, without effect."""
    assert turn.action is not None
    if match.phase is Phase.TO_ROLL and match.to_act is turn.side.other:
        match = match.pass_closed_out()
    try:
        return match.do(Step(_WORDS[turn.action], turn.side)), False
    except (DeadCube, CubeInCrawfordGame):
        return match, True


def _accepted(match: Match) -> Match:
    """A beaver is accepted without a word."""
    offer = match.game.offer if match.game else None
    return match.take() if offer is not None and offer.animals else match
