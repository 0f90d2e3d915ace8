"""A game at the board as GNUBGID and XGID, and back (docs/rules.md, "Match ID" and "XGID").

An ID tells the board, the cube, the dice and the score. How many rolls were played, how often
equal dice turned the cube and what the players agreed on besides is not in it.
"""

from __future__ import annotations

from rules_core.board import Position
from rules_core.cube import Cube, Offer
from rules_core.dice import checked_dice
from rules_core.errors import RulesError
from rules_core.game.state import GameState, Phase, Resignation
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameTerms, MatchRules, Score, Side
from rules_core.notation.match_id import MatchIdState, MatchInfo
from rules_core.notation.xgid import Xgid, XgidOffer

_SIDES = (Side.A, Side.B)
_OFFERS = (XgidOffer.DOUBLE, XgidOffer.BEAVER, XgidOffer.RACCOON)


class NoGameThere(RulesError):
    """An ID of a game that is over, or a state that this kind of ID cannot tell."""

    code = "no_game_there"


def match_info(game: GameState) -> MatchInfo:
    """What a Match ID tells of the game: side ``a`` is player 0."""
    roller = game.on_roll or Side.A
    resigned = list(Kind).index(game.resignation.kind) + 1 if game.resignation else 0
    cube = _cube_shown(game)
    return MatchInfo(
        length=game.terms.rules.length,
        score=_score(game.terms),
        cube=cube.value,
        owner=None if cube.owner is None else _SIDES.index(cube.owner),
        on_roll=_SIDES.index(roller),
        turn=_SIDES.index(game.to_act or roller),
        crawford=game.terms.crawford_game,
        state=_state(game),
        doubled=game.offer is not None,
        resigned=resigned,
        dice=game.dice and (max(game.dice), min(game.dice)),
        jacoby=game.terms.rules.jacoby,
    )


def xgid(game: GameState) -> Xgid:
    """The same as an XGID: side ``a`` is X, at the bottom."""
    if game.resignation is not None:
        raise NoGameThere("An XGID tells of no resignation: answer it first.")
    rules = game.terms.rules
    if game.offer is not None and game.offer.animals >= len(_OFFERS):
        raise NoGameThere("An XGID ends with the raccoon: answer the otter first.")
    cube = _cube_shown(game)
    return Xgid(
        position=game.position,
        on_roll=game.on_roll or Side.A,
        cube=cube.value,
        owner=cube.owner,
        dice=game.dice,
        offer=_OFFERS[game.offer.animals] if game.offer else None,
        score=_score(game.terms),
        length=rules.length,
        crawford=game.terms.crawford_game,
        jacoby=rules.money and rules.jacoby,
        beavers=rules.money and rules.beavers > 0,
        max_cube=rules.max_cube,
    )


def from_position(position: Position) -> GameState:
    """A game for money at this board, of which nothing else is known: side ``a`` is on roll."""
    return GameState(GameTerms(MatchRules(0, crawford=False)), position, on_roll=Side.A)


def from_match_info(position: Position, info: MatchInfo) -> GameState:
    """The game behind a GNUBGID."""
    if info.state not in (MatchIdState.NONE, MatchIdState.PLAYING):
        raise NoGameThere("This ID is of a game that is over.")
    length, roller = info.length, _SIDES[info.on_roll]
    crawford = info.crawford if length else False
    rules = MatchRules(
        length, crawford=bool(length), jacoby=info.jacoby, beavers=0 if length else 3
    )
    owner = None if info.owner is None else _SIDES[info.owner]
    kind = list(Kind)[info.resigned - 1] if info.resigned else None
    return _game(
        position,
        _terms(rules, Score(*info.score), crawford=crawford),
        None if info.state is MatchIdState.NONE else roller,
        Cube(info.cube, owner),
        dice=info.dice,
        animals=(0 if info.turn != info.on_roll else 1) if info.doubled else None,
        resignation=Resignation(_SIDES[info.turn].other, kind) if kind else None,
    )


def from_xgid(told: Xgid) -> GameState:
    """The game behind an XGID."""
    length = told.length
    rules = MatchRules(
        length,
        crawford=bool(length),
        jacoby=told.jacoby,
        beavers=3 if told.beavers else 0,
        max_cube=told.max_cube,
    )
    return _game(
        told.position,
        _terms(rules, Score(*told.score), crawford=told.crawford),
        told.on_roll,
        Cube(told.cube, told.owner),
        dice=told.dice,
        animals=_OFFERS.index(told.offer) if told.offer else None,
        resignation=None,
    )


def _game(
    position: Position,
    terms: GameTerms,
    roller: Side | None,
    cube: Cube,
    *,
    dice: tuple[int, int] | None,
    animals: int | None,
    resignation: Resignation | None,
) -> GameState:
    offer = None
    if animals is not None and roller is not None:
        by = roller if animals % 2 == 0 else roller.other
        offer = Offer(cube, by=by, keeper=roller.other, animals=animals)
    return GameState(
        terms,
        position,
        on_roll=roller,
        dice=checked_dice(*dice) if dice else None,
        cube=cube,
        offer=offer,
        resignation=resignation,
    )


def _terms(rules: MatchRules, score: Score, *, crawford: bool) -> GameTerms:
    length = rules.length
    if not length:
        return GameTerms(rules)
    if max(score) >= length:
        raise NoGameThere("This ID is of a match that is over.")
    at_match_point = max(score) == length - 1 > 0
    return GameTerms(
        rules,
        crawford_game=crawford,
        post_crawford=at_match_point and not crawford and min(score) < length - 1,
        needed=Score(length - score.a, length - score.b),
    )


def _score(terms: GameTerms) -> tuple[int, int]:
    """A money session's score bears on nothing, and no game knows it."""
    if terms.needed is None:
        return 0, 0
    length = terms.rules.length
    return length - terms.needed.a, length - terms.needed.b


def _cube_shown(game: GameState) -> Cube:
    """Before the turn that waits for its answer, which the ID tells apart."""
    return game.offer.cube if game.offer is not None else game.cube


def _state(game: GameState) -> MatchIdState:
    if game.result is None:
        return MatchIdState.NONE if game.phase is Phase.OPENING else MatchIdState.PLAYING
    ends = {GameEnd.DROP: MatchIdState.DROP, GameEnd.RESIGN: MatchIdState.RESIGNED}
    return ends.get(game.result.ended_by, MatchIdState.OVER)
