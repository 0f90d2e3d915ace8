"""All that can be done with the cubes of a chouette: each function gives the next game state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from rules_core.choices import chosen
from rules_core.chouette.game import ChouetteGame
from rules_core.chouette.ledger import Payment, Player
from rules_core.chouette.refusals import (
    CubesUnanswered,
    GameOver,
    LoneTakerMustDrop,
    LoneTakerMustTakeExtras,
    NoExtraHere,
    OneCubeForAll,
    StakeNotOpen,
)
from rules_core.chouette.rules import Cubes, LoneTaker
from rules_core.chouette.stakes import BOX, TEAM, Between, Stake
from rules_core.game import NotNow
from rules_core.kinds import Kind, KindName
from rules_core.match import GameEnd, Side
from rules_core.sides import NO_POINTS


class Answer(StrEnum):
    """What to do about a turned cube."""

    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    """Turn it once more: a beaver, or a raccoon or an otter in answer to one."""


def equal_dice(game: ChouetteGame) -> ChouetteGame:
    """Equal opening dice: every cube goes up a step, as far as agreed on."""
    _refuse_unanswered(game)
    if any(stake.cube.owner or not stake.open for stake in game.stakes):
        raise NotNow("The opening dice are thrown before any cube is turned.")
    terms = game.rules.terms
    return game.with_stakes(
        {
            stake.between: replace(stake, cube=stake.cube.after_equal_dice(terms))
            for stake in game.stakes
        }
    )


def double(game: ChouetteGame, side: Side, stakes: Iterable[Between]) -> ChouetteGame:
    """Turn the cubes of these stakes: ``BOX`` or ``TEAM`` doubles, before rolling."""
    _refuse_unanswered(game)
    chosen = [_open_stake(game, between) for between in sorted(set(stakes))]
    if not chosen:
        raise StakeNotOpen("Choose which cubes are turned.")
    shared = [stake for stake in chosen if stake.between.with_box == game.box]
    if game.rules.cubes is Cubes.ONE and shared and len(shared) != len(game.members_in):
        raise OneCubeForAll(
            "There is one cube: it is turned for everybody still in the game.",
            players=game.members_in,
        )
    terms = game.rules.terms
    return game.with_stakes(
        {
            stake.between: replace(stake, offer=stake.cube.doubled(side, terms, NO_POINTS))
            for stake in chosen
        }
    )


def answer(game: ChouetteGame, answers: Mapping[Between, Answer]) -> ChouetteGame:
    """Answer all turned cubes together; those who drop pay and are out of the game."""
    waiting = game.unanswered
    if {stake.between for stake in waiting} != set(answers):
        raise CubesUnanswered(
            "Every turned cube is answered, and all of them together.",
            players=[stake.between for stake in waiting],
        )
    answers = {between: chosen("answer", how, Answer) for between, how in answers.items()}
    _check_one_cube(game, answers)
    _check_lone_taker(game, answers)
    answered = {stake.between: _answered(game, stake, answers[stake.between]) for stake in waiting}
    return _with_extras_possible(game.with_stakes(answered), waiting, answers)


def extra(
    game: ChouetteGame, dropper: Player, taker: Player, *, accepted: bool = True
) -> ChouetteGame:
    """An extra cube, offered by a member who has just dropped to one who has just taken.

    The dropper pays the taker what the drop cost and plays on against the taker, on the box's
    side, with a cube of their own that stands where the drop would have put it. Where the team has
    one cube, this is a second one, which these two turn by themselves.
    """
    between = Between(dropper, taker)
    offered = next((drop for drop in game.just_dropped if drop.between.with_team == dropper), None)
    known = any(stake.between == between for stake in game.stakes)
    if offered is None or taker not in game.just_taken or known:
        raise NoExtraHere(
            "An extra is offered right after a drop, to a member who took.",
            dropper=dropper,
            taker=taker,
        )
    if not accepted:
        _check_extra_may_be_refused(game)
        return game
    return replace(
        game,
        stakes=(*game.stakes, replace(offered.taken(), between=between)),
        extras_paid=(*game.extras_paid, Payment(dropper, taker, offered.cube.value)),
    )


def finish(
    game: ChouetteGame,
    winner: Side,
    kind: KindName = Kind.SINGLE,
    ended_by: GameEnd = GameEnd.PLAY,
) -> ChouetteGame:
    """The game decided on the board: all cubes still in play are won by ``BOX`` or ``TEAM``."""
    _refuse_unanswered(game)
    kind = chosen("kind", kind, Kind)
    return game.with_stakes(
        {stake.between: stake.won(winner, kind, ended_by) for stake in game.stakes if stake.open}
    )


def _answered(game: ChouetteGame, stake: Stake, how: Answer) -> Stake:
    assert stake.offer is not None
    match how:
        case Answer.TAKE:
            return stake.taken()
        case Answer.DROP:
            return stake.dropped()
        case Answer.BEAVER:
            return replace(stake, offer=stake.offer.turned_again(game.rules.terms))


def _with_extras_possible(
    game: ChouetteGame, asked: Iterable[Stake], answers: Mapping[Between, Answer]
) -> ChouetteGame:
    """The game, knowing who may now offer an extra to whom."""
    doubled = [stake for stake in asked if _is_double_by_box(game, stake)]
    taken = [stake for stake in doubled if answers[stake.between] is Answer.TAKE]
    return replace(
        game,
        just_dropped=tuple(s for s in doubled if answers[s.between] is Answer.DROP),
        just_taken=tuple(stake.between.with_team for stake in taken),
    )


def _check_one_cube(game: ChouetteGame, answers: Mapping[Between, Answer]) -> None:
    """One cube has one value: the box answers it once, and all members who stay do the same.

    An extra has a cube of its own, so it is answered by itself.
    """
    if game.rules.cubes is not Cubes.ONE:
        return
    shared = [stake for stake in game.unanswered if stake.between.with_box == game.box]
    by_box = any(stake.offer and stake.offer.by is TEAM for stake in shared)
    how_shared = [answers[stake.between] for stake in shared]
    kept = {how for how in how_shared if by_box or how is not Answer.DROP}
    if len(kept) > 1:
        raise OneCubeForAll("There is one cube: all who stay in the game answer it alike.")


def _check_lone_taker(game: ChouetteGame, answers: Mapping[Between, Answer]) -> None:
    """The lone taker rule, from the agreed number of players on (docs/rules.md, "Chouette")."""
    rules = game.rules
    if rules.lone_taker is not LoneTaker.MUST_DROP or game.players < rules.players_for_lone_taker:
        return
    asked = [stake for stake in game.unanswered if _is_double_by_box(game, stake)]
    staying = [stake for stake in asked if answers[stake.between] is not Answer.DROP]
    if len(asked) == len(game.members_in) > 1 == len(staying):
        taker = staying[0].between.with_team
        raise LoneTakerMustDrop(f"Everybody else drops, so {taker} must drop as well.", taker=taker)


def _check_extra_may_be_refused(game: ChouetteGame) -> None:
    if game.rules.lone_taker is LoneTaker.MUST_TAKE_EXTRAS and len(game.members_in) == 1:
        raise LoneTakerMustTakeExtras(
            "The only member to take takes every extra offered, or drops as well.",
            taker=game.members_in[0],
        )


def _is_double_by_box(game: ChouetteGame, stake: Stake) -> bool:
    """Whether the box itself doubled a member, and it is no later animal."""
    offer = stake.offer
    double_by_box = offer is not None and offer.by is BOX and offer.animals == 0
    return double_by_box and stake.between.with_box == game.box


def _open_stake(game: ChouetteGame, between: Between) -> Stake:
    for stake in game.stakes:
        if stake.between == between and stake.open:
            return stake
    raise StakeNotOpen(
        f"There is no cube in play between {between.with_box} and {between.with_team}.",
        between=between,
    )


def _refuse_unanswered(game: ChouetteGame) -> None:
    if game.over:
        raise GameOver("The game is over: all its cubes are settled.")
    if game.unanswered:
        raise CubesUnanswered(
            "Turned cubes must be answered first.",
            players=[stake.between for stake in game.unanswered],
        )
