"""The box, the line and the ledger from game to game (docs/rules.md, "Chouette")."""

from __future__ import annotations

import pytest

from rules_core.chouette import (
    BOX,
    TEAM,
    Answer,
    Between,
    Chouette,
    ChouetteRules,
    Retention,
    answer,
    double,
    finish,
    join,
    leave,
    settle,
    start,
    undo,
)
from rules_core.kinds import Kind
from rules_core.match import MatchRules, Side
from tests.unit.rules_core.refusing import refused

pytestmark = pytest.mark.unit

FOUR = ("ann", "bob", "cleo", "dan")
EIGHT = ("ann", "bob", "cleo", "dan", "eva", "fay", "gil", "hugo")
BOB, CLEO, DAN = (Between("ann", member) for member in FOUR[1:])


def table(retention: Retention = Retention.BEAT_CAPTAIN) -> Chouette:
    return Chouette.new(ChouetteRules(retention=retention), FOUR)


def seats(chouette: Chouette) -> tuple[str, ...]:
    return (chouette.box, *chouette.line)


def after_game_won_by(side: Side, chouette: Chouette) -> Chouette:
    return settle(chouette, finish(start(chouette), side, Kind.SINGLE))


def after_takes(chouette: Chouette, **answers: Answer) -> Chouette:
    """The team doubles the box, which answers like this; then the box wins on the board."""
    stakes = {Between("ann", member): how for member, how in answers.items()}
    return settle(
        chouette, finish(answer(double(start(chouette), TEAM, stakes), stakes), BOX, Kind.SINGLE)
    )


def test_a_box_that_beats_the_captain_stays_and_the_captain_goes_last() -> None:
    assert seats(after_game_won_by(BOX, table())) == ("ann", "cleo", "dan", "bob")


def test_a_box_that_loses_to_the_captain_goes_last_and_the_captain_is_box() -> None:
    assert seats(after_game_won_by(TEAM, table())) == ("bob", "cleo", "dan", "ann")


def test_a_captain_who_drops_goes_last_before_the_one_who_took_over() -> None:
    chouette = table()
    doubled = double(start(chouette), BOX, [BOB, CLEO, DAN])
    taken = answer(doubled, {BOB: Answer.DROP, CLEO: Answer.TAKE, DAN: Answer.TAKE})
    assert seats(settle(chouette, finish(taken, BOX, Kind.SINGLE))) == ("ann", "dan", "bob", "cleo")
    assert seats(settle(chouette, finish(taken, TEAM, Kind.SINGLE))) == (
        "cleo",
        "dan",
        "bob",
        "ann",
    )


def test_a_captain_whose_double_the_box_drops_becomes_box() -> None:
    assert seats(after_takes(table(), bob=Answer.DROP)) == ("bob", "dan", "cleo", "ann")


@pytest.mark.parametrize(
    ("retention", "seating"),
    [
        (Retention.BEAT_CAPTAIN, ("ann", "cleo", "dan", "bob")),
        (Retention.BEAT_ALL, ("dan", "cleo", "bob", "ann")),
        (Retention.NOT_NEGATIVE, ("ann", "cleo", "dan", "bob")),
    ],
)
def test_a_box_that_beats_the_captain_and_loses_to_another(
    retention: Retention, seating: tuple[str, ...]
) -> None:
    assert seats(after_takes(table(retention), dan=Answer.DROP)) == seating


@pytest.mark.parametrize(
    ("retention", "seating"),
    [
        (Retention.BEAT_CAPTAIN, ("bob", "dan", "cleo", "ann")),
        (Retention.BEAT_ALL, ("bob", "dan", "cleo", "ann")),
        (Retention.NOT_NEGATIVE, ("ann", "dan", "bob", "cleo")),
    ],
)
def test_a_box_that_loses_to_the_captain_and_wins_in_all(
    retention: Retention, seating: tuple[str, ...]
) -> None:
    assert seats(after_takes(table(retention), bob=Answer.DROP)) == seating


def test_a_box_that_beats_the_captain_and_is_down_in_all() -> None:
    chouette = table(Retention.NOT_NEGATIVE)
    beavered = double(start(chouette), BOX, [CLEO, DAN])
    beavered = answer(beavered, {CLEO: Answer.BEAVER, DAN: Answer.BEAVER})
    dropped = answer(beavered, {CLEO: Answer.DROP, DAN: Answer.DROP})
    after = settle(chouette, finish(dropped, BOX, Kind.SINGLE))
    assert after.ledger.of("ann") == 1 - 4
    assert seats(after) == ("cleo", "dan", "bob", "ann")


def test_the_ledger_goes_on_from_game_to_game() -> None:
    twice = after_game_won_by(TEAM, after_game_won_by(BOX, table()))
    assert dict(twice.ledger.balances) == {"ann": 0, "bob": 0, "cleo": 0, "dan": 0}
    assert twice.games == 2


def test_newcomers_stand_last_in_line() -> None:
    assert seats(join(table(), "eva")) == (*FOUR, "eva")
    assert refused(lambda: join(table(), "ann")) == "already_playing"
    assert refused(lambda: join(table(), "bob")) == "already_playing"


def test_whoever_leaves_keeps_the_balance_and_comes_back_last() -> None:
    played = after_game_won_by(BOX, table())
    left = leave(played, "cleo")
    assert seats(left) == ("ann", "dan", "bob")
    assert left.ledger.of("cleo") == -1
    assert seats(join(left, "cleo")) == ("ann", "dan", "bob", "cleo")


def test_when_the_box_leaves_the_captain_is_box() -> None:
    assert seats(leave(table(), "ann")) == ("bob", "cleo", "dan")


def test_nobody_leaves_who_is_not_there() -> None:
    assert refused(lambda: leave(table(), "zoe")) == "not_playing"


def test_a_chouette_needs_three_players() -> None:
    assert refused(lambda: Chouette.new(ChouetteRules(), FOUR[:2])) == "too_few_players"
    two = leave(leave(table(), "ann"), "bob")
    assert seats(two) == ("cleo", "dan")
    assert refused(lambda: start(two)) == "too_few_players"
    assert refused(lambda: leave(leave(two, "cleo"), "dan")) == "too_few_players"


def test_a_player_has_one_place_in_the_line() -> None:
    assert refused(lambda: Chouette.new(ChouetteRules(), (*FOUR, "ann"))) == "already_playing"


def test_a_chouette_has_no_length() -> None:
    assert refused(lambda: ChouetteRules(game=MatchRules(7))) == "rules_out_of_range"


def test_the_box_may_take_a_partner_with_eight_players_asked_from_the_captain_back() -> None:
    rules = ChouetteRules(box_partner=True)
    assert Chouette.new(rules, EIGHT).partners_asked == EIGHT[1:]
    assert Chouette.new(rules, EIGHT[:7]).partners_asked == ()
    assert Chouette.new(ChouetteRules(), EIGHT).partners_asked == ()
    assert refused(lambda: start(Chouette.new(rules, EIGHT[:7]), "bob")) == "no_partner_here"


def test_a_partner_leaves_the_team_for_a_game_and_keeps_the_place_in_line() -> None:
    chouette = Chouette.new(ChouetteRules(box_partner=True), EIGHT)
    game = start(chouette, "bob")
    assert game.captain == "cleo"
    assert game.players == 8
    after = settle(chouette, finish(game, BOX, Kind.SINGLE))
    assert seats(after) == ("ann", "bob", "dan", "eva", "fay", "gil", "hugo", "cleo")
    assert (after.ledger.of("ann"), after.ledger.of("bob")) == (3, 3)


def test_a_game_is_settled_when_it_is_over_and_by_those_who_began_it() -> None:
    assert refused(lambda: settle(table(), start(table()))) == "game_not_over"
    finished = finish(start(table()), BOX, Kind.SINGLE)
    assert refused(lambda: settle(join(table(), "eva"), finished)) == "another_game"


def test_the_last_game_arrival_or_departure_can_be_taken_back() -> None:
    chouette = table()
    assert undo(after_game_won_by(TEAM, chouette)) == chouette
    assert undo(join(chouette, "eva")) == chouette
    assert undo(leave(chouette, "ann")) == chouette
    assert refused(lambda: undo(chouette)) == "nothing_to_undo"
