"""The table of a Swiss with lives: who lasts longer stands higher."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.history import Contender, RoundPairing
from rules_core.draws.settings import LateEntry, SettingsNotValid, SwissSettings, TieBreak
from rules_core.draws.settings_reader import read_settings
from rules_core.sides import Side
from rules_core.standings.figures import Figure, Note
from rules_core.standings.table import Row, table, why
from tests.unit.rules_core.draws.rounds import field, swiss

pytestmark = pytest.mark.unit

A, B = Side.A, Side.B
ONE_LIFE = [
    [RoundPairing("ann", "bob", A), RoundPairing("cid", "dee", A)],
]


def four(*gone: str) -> list[Contender]:
    return [Contender(name, withdrawn=name in gone) for name in ("ann", "bob", "cid", "dee")]


def went_out(row: Row) -> Figure:
    assert row.figures[0].code is TieBreak.WENT_OUT
    return row.figures[0]


def test_of_two_left_the_one_who_stays_stands_above_the_one_who_leaves() -> None:
    for leaver, stayer in (("ann", "cid"), ("cid", "ann")):
        rows = table(four(leaver), ONE_LIFE, seed="s", lives=1)

        assert [row.entrant for row in rows[:2]] == [stayer, leaver]
        assert [went_out(row).value for row in rows] == [None, 2, 1, 1]
        assert [went_out(row).note for row in rows[:3]] == [
            Note.STILL_IN,
            Note.LEFT_WITH_LIVES,
            Note.LIVES_LEFT,
        ]


def test_a_latecomer_who_never_came_does_not_outlast_those_who_play() -> None:
    rounds = [*ONE_LIFE, [RoundPairing("ann", "cid", A)]]
    contenders = [*four(), Contender("eve", withdrawn=True, missed=1)]
    rows = table(contenders, rounds, seed="s", lives=1, late_entry=LateEntry.BYE)

    assert rows[0].entrant == "ann"
    eve = next(row for row in rows if row.entrant == "eve")
    assert (eve.losses, went_out(eve).value) == (1, 2)


def test_the_page_that_unfolds_a_place_says_who_is_still_in() -> None:
    rows = table(four("ann"), ONE_LIFE, seed="s", lives=1)
    parting = why(rows, "ann")

    assert parting is not None
    assert (parting.above.entrant, parting.level) == ("cid", ())
    assert parting.code is TieBreak.WENT_OUT
    assert parting.figure_above.note is Note.STILL_IN
    assert parting.figure_below.value == 2


def test_who_goes_out_later_stands_higher_whatever_the_points_say() -> None:
    rounds = [
        [RoundPairing("ann", "bob", A), RoundPairing("cid", None, A), RoundPairing("dee", None, A)],
        [RoundPairing("ann", "cid", A), RoundPairing("bob", "dee", A)],
        [RoundPairing("ann", "dee", B), RoundPairing("bob", None, A)],
        [RoundPairing("bob", "dee", B), RoundPairing("ann", None, A)],
        [RoundPairing("ann", "dee", B)],
    ]
    contenders = [Contender(name, withdrawn=name == "cid") for name in ("ann", "bob", "cid", "dee")]
    rows = table(contenders, rounds, seed="s", lives=2)

    assert [(row.entrant, went_out(row).value) for row in rows] == [
        ("dee", None),
        ("ann", 5),
        ("bob", 4),
        ("cid", 3),
    ]


def test_a_life_lost_is_unfolded_to_the_match_that_cost_it() -> None:
    rounds = [
        [RoundPairing("ann", "bob", A)],
        [RoundPairing("bob", "ann", A)],
        [RoundPairing("bob", "ann", B)],
    ]
    rows = table([Contender("ann"), Contender("bob")], rounds, seed="s", lives=2)

    assert [
        (term.round, term.opponent, term.value) for row in rows for term in went_out(row).terms
    ] == [(2, "bob", 1), (1, "ann", 1), (3, "ann", 0)]


def test_a_walkover_on_the_way_out_is_the_round_in_which_one_left() -> None:
    walked_over = [[RoundPairing("ann", "bob", A, played=False), RoundPairing("cid", "dee", A)]]
    left = {
        row.entrant: went_out(row).value
        for row in table(four("bob", "dee"), walked_over, seed="s", lives=2)
    }

    assert left == {"ann": None, "cid": None, "bob": 1, "dee": 2}


def test_rounds_after_the_last_life_are_no_losses() -> None:
    rounds = [*ONE_LIFE, [RoundPairing("ann", "cid", A)]]

    assert {
        row.entrant: (row.wins, row.losses) for row in table(four(), rounds, seed="s", lives=1)
    } == {"ann": (2, 0), "cid": (1, 1), "bob": (0, 1), "dee": (0, 1)}


def test_two_who_forfeit_the_last_match_are_parted_by_the_tie_breaks() -> None:
    rounds = [*ONE_LIFE, [RoundPairing("ann", "cid", None)]]
    rows = table(four(), rounds, seed="s", lives=1)

    assert {row.entrant for row in rows[:2]} == {"ann", "cid"}
    assert went_out(rows[0]).value == went_out(rows[1]).value == 2
    assert rows[1].separated_by not in {None, TieBreak.WENT_OUT}


@settings(max_examples=40, deadline=None)
@given(
    entrants=st.integers(2, 24),
    lives=st.integers(1, 4),
    seed=st.integers(0, 10**6),
    gone=st.sets(st.integers(1, 24), max_size=4),
    stopped=st.integers(1, 9),
)
def test_no_two_are_level_and_those_still_in_come_first(
    entrants: int, lives: int, seed: int, gone: set[int], stopped: int
) -> None:
    chosen = SwissSettings(lives=lives, rounds=stopped)
    rounds = swiss(field(entrants), chosen, seed, forfeits=0.1)
    contenders = [Contender(n, withdrawn=n in gone) for n in range(1, entrants + 1)]
    rows = table(contenders, rounds, seed="s", lives=lives)

    assert [row.rank for row in rows] == list(range(1, entrants + 1))
    assert {row.entrant for row in rows} == set(range(1, entrants + 1))
    assert all(row.losses <= lives for row in rows)
    for above, below in pairwise(rows):
        assert went_out(above).rank_key <= went_out(below).rank_key
        assert below.separated_by is not None
    for row in rows:
        still_in = row.losses < lives and row.entrant not in gone
        assert (went_out(row).value is None) is still_in


def test_without_lives_nobody_goes_out() -> None:
    rows = table(four(), ONE_LIFE, seed="s")

    assert TieBreak.WENT_OUT not in [figure.code for figure in rows[0].figures]


def test_nobody_has_to_ask_for_what_comes_first_anyhow() -> None:
    with pytest.raises(SettingsNotValid, match="leave it out"):
        read_settings("swiss_lives", {"tie_breaks": ["went_out", "buchholz"]})
