"""The cubes of a chouette game (docs/rules.md, "Chouette")."""

from __future__ import annotations

import pytest

from rules_core.chouette import (
    BOX,
    TEAM,
    Answer,
    Between,
    ChouetteGame,
    ChouetteRules,
    Consultation,
    Cubes,
    Ledger,
    LoneTaker,
    answer,
    double,
    equal_dice,
    extra,
    finish,
)
from rules_core.cube import Cube
from rules_core.kinds import Kind
from rules_core.match import Side
from rules_core.money import money_rules
from tests.unit.rules_core.refusing import refused

pytestmark = pytest.mark.unit

TEAM_OF_THREE = ("cleo", "dan", "eva")
CLEO, DAN, EVA = (Between("box", member) for member in TEAM_OF_THREE)


def game(
    team: tuple[str, ...] = TEAM_OF_THREE, partner: str | None = None, **settings: object
) -> ChouetteGame:
    """A game of "box" against this team."""
    return ChouetteGame.new(ChouetteRules(**settings), "box", team, partner)  # type: ignore[arg-type]


def balances(finished: ChouetteGame) -> dict[str, int]:
    """What the finished game brings everybody."""
    assert finished.over is True
    return dict(Ledger().after(finished.payments()).balances)


def cubes(state: ChouetteGame) -> dict[str, int]:
    return {stake.between.with_team: stake.cube.value for stake in state.box_stakes}


def test_the_box_scores_against_each_member() -> None:
    assert balances(finish(game(), BOX, Kind.SINGLE)) == {
        "box": 3,
        "cleo": -1,
        "dan": -1,
        "eva": -1,
    }


def test_every_member_turns_an_own_cube() -> None:
    doubled = double(game(), TEAM, [DAN])
    taken = answer(doubled, {DAN: Answer.TAKE})
    assert cubes(taken) == {"cleo": 1, "dan": 2, "eva": 1}
    assert balances(finish(taken, TEAM, Kind.SINGLE)) == {
        "box": -4,
        "cleo": 1,
        "dan": 2,
        "eva": 1,
    }


def test_jacoby_looks_at_each_cube_by_itself() -> None:
    taken = answer(double(game(), TEAM, [DAN]), {DAN: Answer.TAKE})
    assert balances(finish(taken, TEAM, Kind.GAMMON)) == {"box": -6, "cleo": 1, "dan": 4, "eva": 1}


def test_without_jacoby_a_gammon_counts_on_every_cube() -> None:
    plain = game(game=money_rules(jacoby=False))
    assert balances(finish(plain, BOX, Kind.GAMMON))["box"] == 6


def test_a_dropper_pays_and_leaves_the_game() -> None:
    doubled = double(game(), BOX, [CLEO, DAN, EVA])
    answered = answer(doubled, {CLEO: Answer.TAKE, DAN: Answer.DROP, EVA: Answer.TAKE})
    assert answered.members_in == ("cleo", "eva")
    assert answered.captain == "cleo"
    assert balances(finish(answered, TEAM, Kind.SINGLE)) == {
        "box": 1 - 4,
        "cleo": 2,
        "dan": -1,
        "eva": 2,
    }


def test_if_the_captain_drops_the_next_taker_in_line_captains() -> None:
    doubled = double(game(), BOX, [CLEO, DAN, EVA])
    answered = answer(doubled, {CLEO: Answer.DROP, DAN: Answer.DROP, EVA: Answer.TAKE})
    assert answered.captain == "eva"
    assert answered.captains == ("cleo", "eva")


def test_if_everybody_drops_the_game_is_over_and_nobody_takes_over() -> None:
    doubled = double(game(), BOX, [CLEO, DAN, EVA])
    over = answer(doubled, dict.fromkeys((CLEO, DAN, EVA), Answer.DROP))
    assert over.over is True
    assert over.captains == ("cleo",)
    assert balances(over)["box"] == 3


def test_the_box_may_take_one_members_double_and_drop_anothers() -> None:
    doubled = double(game(), TEAM, [CLEO, EVA])
    answered = answer(doubled, {CLEO: Answer.DROP, EVA: Answer.TAKE})
    assert answered.members_in == ("dan", "eva")
    assert answered.captain == "dan"
    assert balances(finish(answered, BOX, Kind.SINGLE)) == {
        "box": -1 + 1 + 2,
        "cleo": 1,
        "dan": -1,
        "eva": -2,
    }


def test_a_member_may_beaver_alone_and_keeps_the_cube() -> None:
    doubled = double(game(), BOX, [CLEO, DAN, EVA])
    beavered = answer(doubled, {CLEO: Answer.TAKE, DAN: Answer.BEAVER, EVA: Answer.TAKE})
    assert [stake.between for stake in beavered.unanswered] == [DAN]
    accepted = answer(beavered, {DAN: Answer.TAKE})
    (stake,) = [stake for stake in accepted.stakes if stake.between == DAN]
    assert stake.cube == Cube(4, TEAM)


def test_a_beaver_that_the_box_drops_costs_it_the_stake_before() -> None:
    doubled = double(game(), BOX, [DAN])
    dropped = answer(answer(doubled, {DAN: Answer.BEAVER}), {DAN: Answer.DROP})
    assert balances(finish(dropped, BOX, Kind.SINGLE)) == {
        "box": 1 - 2 + 1,
        "cleo": -1,
        "dan": 2,
        "eva": -1,
    }


def test_equal_opening_dice_turn_every_cube_before_the_game_begins() -> None:
    twos = equal_dice(game())
    assert cubes(twos) == {"cleo": 2, "dan": 2, "eva": 2}
    assert cubes(equal_dice(twos)) == cubes(twos)
    begun = answer(double(game(), BOX, [DAN]), {DAN: Answer.TAKE})
    assert refused(lambda: equal_dice(begun)) == "not_now"


def test_only_the_owner_of_a_cube_redoubles() -> None:
    taken = answer(double(game(), BOX, [DAN]), {DAN: Answer.TAKE})
    assert refused(lambda: double(taken, BOX, [DAN])) == "cube_not_yours"
    assert cubes(answer(double(taken, TEAM, [DAN]), {DAN: Answer.TAKE}))["dan"] == 4


def test_turned_cubes_are_answered_first_and_all_together() -> None:
    doubled = double(game(), BOX, [CLEO, DAN])
    assert refused(lambda: double(doubled, BOX, [EVA])) == "cubes_unanswered"
    assert refused(lambda: finish(doubled, BOX, Kind.SINGLE)) == "cubes_unanswered"
    assert refused(lambda: answer(doubled, {CLEO: Answer.TAKE})) == "cubes_unanswered"
    everybody = dict.fromkeys((CLEO, DAN, EVA), Answer.TAKE)
    assert refused(lambda: answer(doubled, everybody)) == "cubes_unanswered"


def test_a_cube_that_is_not_in_play_cannot_be_turned() -> None:
    assert refused(lambda: double(game(), BOX, [Between("box", "nobody")])) == "stake_not_open"
    assert refused(lambda: double(game(), BOX, [])) == "stake_not_open"
    dropped = answer(double(game(), BOX, [DAN]), {DAN: Answer.DROP})
    assert refused(lambda: double(dropped, TEAM, [DAN])) == "stake_not_open"


def test_nothing_happens_after_the_end() -> None:
    over = finish(game(), BOX, Kind.SINGLE)
    assert refused(lambda: double(over, BOX, [DAN])) == "game_over"
    assert refused(lambda: finish(over, TEAM, Kind.SINGLE)) == "game_over"


def test_one_cube_is_turned_for_everybody() -> None:
    single = game(cubes=Cubes.ONE)
    assert refused(lambda: double(single, TEAM, [CLEO])) == "one_cube_for_all"
    doubled = double(single, TEAM, [CLEO, DAN, EVA])
    mixed = {CLEO: Answer.TAKE, DAN: Answer.DROP, EVA: Answer.TAKE}
    assert refused(lambda: answer(doubled, mixed)) == "one_cube_for_all"
    taken = answer(doubled, dict.fromkeys((CLEO, DAN, EVA), Answer.TAKE))
    assert cubes(taken) == {"cleo": 2, "dan": 2, "eva": 2}


def test_one_cube_of_the_box_may_still_be_dropped_by_some() -> None:
    doubled = double(game(cubes=Cubes.ONE), BOX, [CLEO, DAN, EVA])
    mixed = {CLEO: Answer.TAKE, DAN: Answer.DROP, EVA: Answer.BEAVER}
    assert refused(lambda: answer(doubled, mixed)) == "one_cube_for_all"
    answered = answer(doubled, {CLEO: Answer.TAKE, DAN: Answer.DROP, EVA: Answer.TAKE})
    assert answered.members_in == ("cleo", "eva")
    redoubled = double(answered, TEAM, [CLEO, EVA])
    taken = answer(redoubled, {CLEO: Answer.TAKE, EVA: Answer.TAKE})
    assert balances(finish(taken, TEAM, Kind.SINGLE))["box"] == 1 - 8


@pytest.mark.parametrize(("members", "must_drop"), [(3, False), (4, True)])
def test_a_lone_taker_must_drop_with_five_players_or_more(members: int, must_drop: bool) -> None:
    team = ("cleo", "dan", "eva", "fay")[:members]
    stakes = [Between("box", member) for member in team]
    doubled = double(game(team, lone_taker=LoneTaker.MUST_DROP), BOX, stakes)
    answers = dict.fromkeys(stakes, Answer.DROP) | {DAN: Answer.TAKE}
    if must_drop:
        assert refused(lambda: answer(doubled, answers)) == "lone_taker_must_drop"
    else:
        assert answer(doubled, answers).members_in == ("dan",)


def test_two_takers_are_not_alone() -> None:
    team = ("cleo", "dan", "eva", "fay")
    stakes = [Between("box", member) for member in team]
    doubled = double(game(team, lone_taker=LoneTaker.MUST_DROP), BOX, stakes)
    answers = dict.fromkeys(stakes, Answer.DROP) | {DAN: Answer.TAKE, EVA: Answer.TAKE}
    assert answer(doubled, answers).members_in == ("dan", "eva")


def test_an_extra_is_paid_for_and_played_between_dropper_and_taker() -> None:
    doubled = double(game(), BOX, [CLEO, DAN, EVA])
    answered = answer(doubled, {CLEO: Answer.DROP, DAN: Answer.TAKE, EVA: Answer.DROP})
    with_extra = extra(answered, "cleo", "dan")
    assert balances(finish(with_extra, BOX, Kind.SINGLE)) == {
        "box": 1 + 2 + 1,
        "cleo": -1 - 1 + 2,
        "dan": -2 + 1 - 2,
        "eva": -1,
    }
    assert balances(finish(with_extra, TEAM, Kind.SINGLE)) == {
        "box": 1 - 2 + 1,
        "cleo": -1 - 1 - 2,
        "dan": 2 + 1 + 2,
        "eva": -1,
    }


def test_the_taker_owns_the_extra_cube_too() -> None:
    doubled = double(game(), BOX, [CLEO, DAN])
    with_extra = extra(answer(doubled, {CLEO: Answer.DROP, DAN: Answer.TAKE}), "cleo", "dan")
    redoubled = double(with_extra, TEAM, [Between("cleo", "dan")])
    dropped = answer(redoubled, {Between("cleo", "dan"): Answer.DROP})
    assert balances(finish(dropped, BOX, Kind.SINGLE)) == {
        "box": 1 + 2 + 1,
        "cleo": -1 - 1 - 2,
        "dan": -2 + 1 + 2,
        "eva": -1,
    }


def test_an_extra_comes_right_after_the_drop_and_once() -> None:
    doubled = double(game(), BOX, [CLEO, DAN])
    answered = answer(doubled, {CLEO: Answer.DROP, DAN: Answer.TAKE})
    assert refused(lambda: extra(answered, "eva", "dan")) == "no_extra_here"
    assert refused(lambda: extra(answered, "cleo", "eva")) == "no_extra_here"
    once = extra(answered, "cleo", "dan")
    assert refused(lambda: extra(once, "cleo", "dan")) == "no_extra_here"
    later = double(answered, TEAM, [EVA])
    assert refused(lambda: extra(later, "cleo", "dan")) == "no_extra_here"


def test_with_one_cube_an_extra_is_a_second_one_that_two_turn_by_themselves() -> None:
    doubled = double(game(cubes=Cubes.ONE), BOX, [CLEO, DAN, EVA])
    answered = answer(doubled, {CLEO: Answer.DROP, DAN: Answer.TAKE, EVA: Answer.TAKE})
    with_extra = extra(answered, "cleo", "dan")
    own = Between("cleo", "dan")
    shared = double(with_extra, TEAM, [DAN, EVA])
    assert [stake.between for stake in shared.unanswered] == [DAN, EVA]
    redoubled = double(with_extra, TEAM, [own])
    taken = answer(redoubled, {own: Answer.TAKE})
    assert cubes(taken) == {"cleo": 1, "dan": 2, "eva": 2}
    # Cleo: 1 to the box, 1 to Dan for the extra, and 4 won on it; Dan: 2 to the box as Eva does.
    assert balances(finish(taken, BOX, Kind.SINGLE)) == {
        "box": 5,
        "cleo": -1 - 1 + 4,
        "dan": -2 + 1 - 4,
        "eva": -2,
    }


def test_with_one_cube_an_extra_is_answered_apart_from_it() -> None:
    doubled = double(game(cubes=Cubes.ONE), BOX, [CLEO, DAN, EVA])
    answered = answer(doubled, {CLEO: Answer.DROP, DAN: Answer.TAKE, EVA: Answer.TAKE})
    all_turned = double(
        extra(answered, "cleo", "dan"), TEAM, [DAN, EVA, own := Between("cleo", "dan")]
    )
    apart = answer(all_turned, {DAN: Answer.DROP, EVA: Answer.DROP, own: Answer.TAKE})
    assert (apart.members_in, apart.over) == ((), False)


def test_an_extra_may_be_refused_except_by_a_lone_taker_who_must_take_it() -> None:
    for setting in LoneTaker:
        doubled = double(game(lone_taker=setting), BOX, [CLEO, DAN, EVA])
        two = answer(doubled, {CLEO: Answer.DROP, DAN: Answer.TAKE, EVA: Answer.TAKE})
        assert extra(two, "cleo", "dan", accepted=False) == two
    forced = double(game(lone_taker=LoneTaker.MUST_TAKE_EXTRAS), BOX, [CLEO, DAN, EVA])
    lone = answer(forced, {CLEO: Answer.DROP, DAN: Answer.TAKE, EVA: Answer.DROP})
    assert (
        refused(lambda: extra(lone, "cleo", "dan", accepted=False)) == "lone_taker_must_take_extras"
    )


@pytest.mark.parametrize(
    ("kind", "winner", "box", "partner"),
    [
        (Kind.SINGLE, BOX, 2, 1),
        (Kind.SINGLE, TEAM, -2, -1),
        (Kind.GAMMON, BOX, 3, 3),
        (Kind.GAMMON, TEAM, -3, -3),
    ],
)
def test_the_partner_has_half_and_the_odd_point_stays_with_the_box(
    kind: Kind, winner: Side, box: int, partner: int
) -> None:
    shared = game(partner="pia", game=money_rules(jacoby=False))
    result = balances(finish(shared, winner, kind))
    assert result["box"] == box
    assert result["pia"] == partner


def test_who_may_advise_the_captain_is_a_setting() -> None:
    def allowed(setting: Consultation) -> list[bool]:
        doubled = double(game(consultation=setting), BOX, [DAN, EVA])
        state = answer(doubled, {DAN: Answer.TAKE, EVA: Answer.DROP})
        return [state.may_consult(member) for member in TEAM_OF_THREE]

    assert allowed(Consultation.FREE) == [True, True, False]
    assert allowed(Consultation.NEVER) == [False, False, False]
    assert allowed(Consultation.AFTER_CUBE) == [False, True, False]
