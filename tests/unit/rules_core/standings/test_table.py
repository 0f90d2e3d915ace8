"""Tables of Swiss and round robin, tie-break by tie-break."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.history import Contender, Key, RoundPairing
from rules_core.draws.settings import LateEntry, SwissSettings, TieBreak
from rules_core.sides import Score, Side
from rules_core.standings.figures import Figure, Note
from rules_core.standings.scorebook import scorebook
from rules_core.standings.table import ROUND_ROBIN, SWISS, Row, completed, table, why
from rules_core.standings.tie_breaks import TieBreaks
from tests.unit.rules_core.draws.rounds import field, swiss

pytestmark = pytest.mark.unit

A, B = Side.A, Side.B

FOUR = [
    Contender("ann", 1600.0),
    Contender("bob", 1500.0),
    Contender("cid", 1400.0),
    Contender("dee"),
]
THREE_ROUNDS = [
    [RoundPairing("ann", "bob", A, Score(7, 3), 7), RoundPairing("cid", "dee", A, Score(7, 6), 7)],
    [RoundPairing("ann", "cid", A, Score(7, 5), 7), RoundPairing("bob", "dee", A, Score(7, 1), 7)],
    [RoundPairing("bob", "cid", A, Score(7, 0), 7), RoundPairing("ann", "dee", B, Score(2, 7), 7)],
]
"""ann 2, bob 2, cid 1, dee 1."""


def figure(code: TieBreak, entrant: Key, rounds: list[list[RoundPairing]] = THREE_ROUNDS) -> Figure:
    return TieBreaks(scorebook(FOUR, rounds), "seed").figure(code, entrant)


@pytest.mark.parametrize(
    ("code", "values"),
    [
        (TieBreak.MATCH_POINTS, [2, 2, 1, 1]),
        (TieBreak.WINS, [2, 2, 1, 1]),
        (TieBreak.BUCHHOLZ, [4, 4, 5, 5]),
        (TieBreak.BUCHHOLZ_CUT_WORST, [3, 3, 4, 4]),
        (TieBreak.MEDIAN, [1, 1, 2, 2]),
        (TieBreak.SONNEBORN_BERGER, [3, 2, 1, 2]),
        (TieBreak.PROGRESSIVE, [5, 3, 3, 1]),
        (TieBreak.OPPONENTS_OPPONENTS, [14, 14, 13, 13]),
        (TieBreak.POINTS_DIFFERENCE, [1, 9, -8, -2]),
        (TieBreak.FEWEST_BYES, [0, 0, 0, 0]),
    ],
)
def test_each_tie_break_counts_as_documented(code: TieBreak, values: list[int]) -> None:
    found = [figure(code, contender.id) for contender in FOUR]

    assert [each.value for each in found] == values
    for each in found:
        assert each.value == sum(term.value for term in each.terms if term.counts)


def test_a_figure_unfolds_to_the_opponents_it_comes_from() -> None:
    cut = figure(TieBreak.BUCHHOLZ_CUT_WORST, "ann")

    assert [(term.round, term.opponent, term.value, term.note) for term in cut.terms] == [
        (1, "bob", 2, None),
        (2, "cid", 1, Note.LEFT_OUT),
        (3, "dee", 1, None),
    ]


UNPLAYED = [
    [RoundPairing("ann", "bob", A, Score(7, 3)), RoundPairing("cid", None, A)],
    [RoundPairing("ann", "cid", A, played=False), RoundPairing("bob", None, A)],
]
"""dee is never there."""


@pytest.mark.parametrize(
    ("code", "entrant", "value"),
    [
        (TieBreak.MATCH_POINTS, "cid", 1),
        (TieBreak.WINS, "cid", 0),
        (TieBreak.WINS, "ann", 2),
        (TieBreak.BUCHHOLZ, "ann", 1 + 2),
        (TieBreak.BUCHHOLZ, "cid", 1 + 1),
        (TieBreak.BUCHHOLZ, "dee", 0),
        (TieBreak.SONNEBORN_BERGER, "ann", 1 + 2),
        (TieBreak.POINTS_DIFFERENCE, "ann", 4),
        (TieBreak.FEWEST_BYES, "bob", 1),
        (TieBreak.PROGRESSIVE, "bob", 0 + 1),
    ],
)
def test_unplayed_matches_count_as_an_equal_opponent(
    code: TieBreak, entrant: str, value: int
) -> None:
    assert figure(code, entrant, UNPLAYED).value == value


@pytest.mark.parametrize(("late_entry", "points"), [(LateEntry.BYE, 2), (LateEntry.LOSS, 0)])
def test_rounds_missed_by_coming_late_count_as_set(late_entry: LateEntry, points: int) -> None:
    rows = table(FOUR, UNPLAYED, seed="s", late_entry=late_entry)
    late = next(row for row in rows if row.entrant == "dee")

    assert late.figures[0].value == points
    assert (late.byes, late.losses) == (points, 2 - points)


def test_rounds_after_a_latecomer_has_left_are_lost() -> None:
    contenders = [*FOUR[:3], Contender("dee", withdrawn=True, missed=1)]
    rows = table(contenders, UNPLAYED, seed="s", late_entry=LateEntry.BYE)
    late = next(row for row in rows if row.entrant == "dee")

    assert (late.figures[0].value, late.byes, late.losses) == (1, 1, 1)


def test_a_bye_in_a_round_robin_is_a_rest() -> None:
    rows = table(FOUR, UNPLAYED, seed="s", tie_breaks=ROUND_ROBIN, byes_count=False)

    assert {row.entrant: (row.figures[0].value, row.byes, row.losses) for row in rows} == {
        "ann": (2, 0, 0),
        "bob": (0, 0, 1),
        "cid": (0, 0, 1),
        "dee": (0, 0, 0),
    }


def test_performance_is_higher_for_beating_the_stronger() -> None:
    ann, bob = (figure(TieBreak.RATING_PERFORMANCE, name) for name in ("ann", "bob"))

    # Of three such matches, one of them against 1450, she would be expected to win 2.5.
    assert ann.value == 1980.1
    assert [term.value for term in ann.terms] == [1500.0, 1400.0]
    assert bob.value == pytest.approx(1500.0, abs=0.1)


def test_performance_needs_a_rated_opponent() -> None:
    nobody = TieBreaks(
        scorebook([Contender("x"), Contender("y")], [[RoundPairing("x", "y", A)]]), "s"
    )

    assert nobody.figure(TieBreak.RATING_PERFORMANCE, "x").note is Note.NO_RATED_OPPONENT


def test_head_to_head_counts_only_where_all_tied_have_met() -> None:
    asked = TieBreaks(scorebook(FOUR, THREE_ROUNDS[:2]), "s")
    met = asked.figures(TieBreak.HEAD_TO_HEAD, ["ann", "bob"])
    not_met = asked.figures(TieBreak.HEAD_TO_HEAD, ["ann", "dee"])
    alone = asked.figures(TieBreak.HEAD_TO_HEAD, ["ann"])

    assert [met[name].value for name in ("ann", "bob")] == [1, 0]
    assert {each.note for each in not_met.values()} == {Note.NOT_ALL_MET}
    assert alone["ann"].note is Note.NOT_TIED


def order(rows: tuple[Row, ...]) -> list[Key]:
    return [row.entrant for row in rows]


def test_a_table_is_parted_tie_break_by_tie_break() -> None:
    rows = table(
        FOUR, THREE_ROUNDS, seed="s", tie_breaks=[TieBreak.HEAD_TO_HEAD, TieBreak.POINTS_DIFFERENCE]
    )

    assert order(rows) == ["ann", "bob", "cid", "dee"]
    assert [row.separated_by for row in rows] == [
        None,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.MATCH_POINTS,
        TieBreak.HEAD_TO_HEAD,
    ]


def test_why_somebody_is_second() -> None:
    rows = table(FOUR, THREE_ROUNDS, seed="s", tie_breaks=[TieBreak.POINTS_DIFFERENCE])
    told = why(rows, "ann")

    assert told is not None
    assert (told.above.entrant, told.code) == ("bob", TieBreak.POINTS_DIFFERENCE)
    assert (told.figure_above.value, told.figure_below.value) == (9, 1)
    assert told.level == (TieBreak.MATCH_POINTS,)
    assert why(rows, "bob") is None


def test_a_row_says_what_was_played() -> None:
    ann = table(FOUR, THREE_ROUNDS, seed="s")[0]

    assert (ann.played, ann.wins, ann.losses, ann.byes) == (3, 2, 1, 0)
    assert (ann.points_for, ann.points_against) == (16, 15)


def test_the_director_may_place_by_hand_before_the_lot() -> None:
    rows = table(FOUR, [], seed="s", tie_breaks=[], by_hand=["dee", "bob"])

    assert order(rows)[:2] == ["dee", "bob"]
    assert rows[1].separated_by is TieBreak.BY_HAND
    assert rows[3].separated_by is TieBreak.LOT


def test_the_lot_comes_from_the_seed() -> None:
    drawn = [order(table(field(12), [], seed=seed)) for seed in ("x", "x", "y")]

    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


def test_points_come_first_and_the_lot_last_whatever_is_asked() -> None:
    asked = completed([TieBreak.BUCHHOLZ, TieBreak.MATCH_POINTS], by_hand=True)

    assert asked == (TieBreak.MATCH_POINTS, TieBreak.BUCHHOLZ, TieBreak.BY_HAND, TieBreak.LOT)
    assert completed([TieBreak.WINS, TieBreak.LOT], by_hand=True) == (
        TieBreak.WINS,
        TieBreak.BY_HAND,
        TieBreak.LOT,
    )


@settings(max_examples=40, deadline=None)
@given(
    entrants=st.integers(2, 40),
    seed=st.integers(0, 10**6),
    lives=st.sampled_from([None, 1, 3]),
    codes=st.lists(st.sampled_from(TieBreak), max_size=6),
)
def test_every_table_is_a_total_order(
    entrants: int, seed: int, lives: int | None, codes: list[TieBreak]
) -> None:
    contenders = field(entrants)
    rounds = swiss(contenders, SwissSettings(lives=lives), seed, forfeits=0.1)
    shown = Random(seed).sample(contenders, entrants)
    rows = table(contenders, rounds, seed="s", tie_breaks=codes)

    assert [row.rank for row in rows] == list(range(1, entrants + 1))
    assert sorted(row.entrant for row in rows) == list(range(1, entrants + 1))
    assert order(table(shown, rounds, seed="s", tie_breaks=codes)) == order(rows)
    for above, below in pairwise(rows):
        keys = [[each.rank_key for each in row.figures] for row in (above, below)]
        assert keys[0] < keys[1]


def test_a_large_table_is_quick() -> None:
    rounds = swiss(field(600), SwissSettings(rounds=9), seed=1)

    assert len(table(field(600), rounds, seed="s", tie_breaks=SWISS)) == 600
