"""The text of a choice will do; what is none of a few choices is refused and never taken for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules_core.board import Position
from rules_core.chouette import (
    BOX,
    Between,
    Chouette,
    ChouetteRules,
    answer,
    double,
    finish,
    start,
)
from rules_core.cube import CENTRED, Cube
from rules_core.draws.advancement import play_through, record_outcome
from rules_core.draws.formats import plan
from rules_core.draws.history import Contender, RoundPairing, records
from rules_core.draws.seeding import ordered
from rules_core.draws.settings import EliminationSettings, SwissSettings
from rules_core.errors import RulesError
from rules_core.game import (
    GameState,
    MatchPlay,
    play_as_written,
    resign,
    roll,
    rule,
    take,
    throw_for_start,
)
from rules_core.game import double as turn_cube
from rules_core.kinds import Kind
from rules_core.match import (
    Ending,
    GameResult,
    GameTerms,
    MatchEnd,
    MatchRules,
    MatchState,
    Score,
    Side,
    break_off,
    end,
    penalise,
    record,
)
from rules_core.money import balance, money_rules, new_session
from rules_core.notation.match_id import MatchInfo
from rules_core.notation.standard import read_play
from rules_core.notation.xgid import Xgid
from rules_core.ratings.fibs import FibsRating, Ramp, rate
from rules_core.standings.table import table

pytestmark = pytest.mark.unit

MATCH = MatchState.new(MatchRules(7))
TERMS = GameTerms(money_rules())
CHOUETTE = Chouette.new(ChouetteRules(), ("ann", "bob", "cleo"))
STAKES = [Between("ann", "bob"), Between("ann", "cleo")]


def begun() -> GameState:
    """A game with side a on roll."""
    game = MatchPlay.new(MatchRules(7)).act(throw_for_start, 3, 1).game
    assert game is not None
    return game


PLACES: dict[str, Callable[[Any], object]] = {
    "the winner of a game": lambda it: record(MATCH, GameResult(it)),
    "the kind of a game": lambda it: GameResult(Side.A, kind=it),
    "how a game ended": lambda it: GameResult(Side.A, ended_by=it),
    "the side penalised": lambda it: penalise(MATCH, it, 1, "late"),
    "the winner of a ruling": lambda it: end(MATCH, MatchEnd.RULING, it),
    "how a match ended": lambda it: Ending(it, Side.A),
    "the winner of a match broken off": lambda it: break_off(MATCH, 3, 1, it),
    "whose points": lambda it: Score(3, 1).of(it),
    "who gets points": lambda it: Score(3, 1).plus(it, 2),
    "whose balance": lambda it: balance(new_session(money_rules()), it),
    "how far a side is away": lambda it: MATCH.away(it),
    "penalties against a side": lambda it: MATCH.penalty_points_against(it),
    "who doubles": lambda it: CENTRED.doubled(it, TERMS, Score()),
    "the owner of the cube": lambda it: Cube(2, owner=it),
    "who rolls": lambda it: roll(begun(), it, 6, 5),
    "who resigns": lambda it: resign(begun(), it, Kind.SINGLE),
    "what is resigned": lambda it: resign(begun(), Side.A, it),
    "who wins by a ruling": lambda it: rule(begun(), it, Kind.SINGLE),
    "who turns the cubes of a chouette": lambda it: double(start(CHOUETTE), it, STAKES),
    "who wins a chouette game": lambda it: finish(start(CHOUETTE), it, Kind.SINGLE),
    "the answer to a cube": lambda it: answer(
        double(start(CHOUETTE), BOX, STAKES), dict.fromkeys(STAKES, it)
    ),
    "the cubes of a chouette": lambda it: ChouetteRules(cubes=it),
    "who keeps the box": lambda it: ChouetteRules(retention=it),
    "the lone taker": lambda it: ChouetteRules(lone_taker=it),
    "consultation": lambda it: ChouetteRules(consultation=it),
    "a side of a stake": lambda it: STAKES[0].on(it),
    "the winner of a round's pairing": lambda it: RoundPairing(1, 2, it),
    "an outcome": lambda it: record_outcome(
        plan("single_elimination", 2),
        play_through(plan("single_elimination", 2), {}),
        "main-1-1",
        it,
    ),
    "outcomes": lambda it: play_through(plan("single_elimination", 2), {"main-1-1": it}),
    "seeding": lambda it: ordered([Contender(1), Contender(2)], it, "seed"),
    "seeding as a setting": lambda it: SwissSettings(seeding=it),
    "first round": lambda it: SwissSettings(first_round=it),
    "late entry as a setting": lambda it: SwissSettings(late_entry=it),
    "late entry": lambda it: records([Contender(1)], [], it),
    "late entry in a table": lambda it: table([Contender(1)], [], seed="s", late_entry=it),
    "consolation": lambda it: EliminationSettings(consolation=it),
    "grand final": lambda it: EliminationSettings(grand_final=it),
    "a player of an XGID": lambda it: Xgid(position=Position.start(), on_roll=it),
    "the state in a Match ID": lambda it: MatchInfo(length=7, state=it),
    "the ramp of ratings": lambda it: rate(FibsRating(), FibsRating(), 5, ramp=it),
}
OPTIONAL = {
    "the owner of the cube",
    "the winner of a match broken off",
    "the winner of a round's pairing",
    "outcomes",
}
"""Where nobody at all is an answer."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", ["c", "", 0, "nobody", object()])
def test_what_is_no_choice_is_refused(place: str, value: object) -> None:
    with pytest.raises(RulesError):
        PLACES[place](value)


@pytest.mark.parametrize("place", sorted(PLACES.keys() - OPTIONAL))
def test_nobody_is_no_choice(place: str) -> None:
    with pytest.raises(RulesError):
        PLACES[place](None)


@pytest.mark.parametrize("place", sorted(OPTIONAL))
def test_nobody_is_an_answer_where_there_may_be_nobody(place: str) -> None:
    assert PLACES[place](None) is not None


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: GameResult("a", "gammon", 2), GameResult(Side.A, Kind.GAMMON, 2)),  # type: ignore[arg-type]
        (lambda: GameResult(" B ", "Gammon"), GameResult(Side.B, Kind.GAMMON)),  # type: ignore[arg-type]
        (lambda: Ending("ruling", "b"), Ending(MatchEnd.RULING, Side.B)),  # type: ignore[arg-type]
        (lambda: Score(3, 1).of("b"), 1),  # type: ignore[arg-type]
        (lambda: Score(3, 1).plus("b", 2), Score(3, 3)),  # type: ignore[arg-type]
        (lambda: Cube(2, owner="a"), Cube(2, owner=Side.A)),  # type: ignore[arg-type]
        (lambda: MATCH.away("a"), 7),  # type: ignore[arg-type]
        (lambda: balance(new_session(money_rules()), "a"), 0),  # type: ignore[arg-type]
        (lambda: resign(begun(), "a", "gammon"), resign(begun(), Side.A, Kind.GAMMON)),  # type: ignore[arg-type]
        (lambda: rule(begun(), "b", "single"), rule(begun(), Side.B, Kind.SINGLE)),  # type: ignore[arg-type]
        (lambda: STAKES[0].on("b"), "bob"),  # type: ignore[arg-type]
        (lambda: ChouetteRules(cubes="one").cubes.name, "ONE"),  # type: ignore[arg-type]
        (lambda: SwissSettings(first_round="rating").first_round.name, "RATING"),  # type: ignore[arg-type]
        (
            lambda: rate(FibsRating(), FibsRating(), 5, ramp="gentle"),  # type: ignore[arg-type]
            rate(FibsRating(), FibsRating(), 5, ramp=Ramp.GENTLE),
        ),
    ],
)
def test_the_text_of_a_choice_is_the_choice(made: Callable[[], object], expected: object) -> None:
    assert made() == expected


def test_a_side_given_as_text_acts_at_the_board() -> None:
    game = play_as_written(begun(), "a", read_play("8/5 6/5"))  # type: ignore[arg-type]
    assert (game.on_roll, game.rolls) == (Side.B, Score(1, 0))
    doubled = take(take_the_cube(game), "a")  # type: ignore[arg-type]
    assert doubled.cube == Cube(2, Side.A)


def take_the_cube(game: GameState) -> GameState:
    """Side b doubles."""
    return turn_cube(game, "b")  # type: ignore[arg-type]


def test_the_refusal_names_the_choices() -> None:
    with pytest.raises(RulesError) as refusal:
        record(MATCH, GameResult("c"))  # type: ignore[arg-type]
    assert refusal.value.code == "unknown_choice"
    assert refusal.value.facts == {
        "what": "winner",
        "value": "'c'",
        "choices": ["“a”", "“b”"],
    }
    assert refusal.value.message == "The winner is “a” or “b”, not 'c'."
    assert MATCH.points == Score(0, 0)
