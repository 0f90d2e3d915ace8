"""From pools to a knock-out."""

from __future__ import annotations

import pytest

from rules_core.draws.history import Contender, RoundPairing
from rules_core.draws.seeding import first_round_places
from rules_core.sides import Score, Side
from rules_core.standings.qualifiers import TooFewToQualify, qualifiers
from rules_core.standings.table import ROUND_ROBIN, Row, table

pytestmark = pytest.mark.unit


def pool(name: str, size: int, points: int) -> tuple[Row, ...]:
    """A pool in which the lower number always wins, by so many points."""
    contenders = [Contender(f"{name}{n}") for n in range(1, size + 1)]
    rounds = [
        [RoundPairing(a.id, b.id, Side.A, Score(points, 0))]
        for place, a in enumerate(contenders)
        for b in contenders[place + 1 :]
    ]
    return table(contenders, rounds, seed="s", tie_breaks=ROUND_ROBIN, byes_count=False)


TABLES = {"x": pool("x", 4, 3), "y": pool("y", 3, 5), "z": pool("z", 4, 7)}


def test_winners_are_seeded_before_seconds_and_by_merit_within() -> None:
    assert qualifiers(TABLES, 3, seed="s") == ("z1", "y1", "x1")


def test_the_best_seconds_fill_up() -> None:
    found = qualifiers(TABLES, 5, seed="s")

    assert set(found) == {"z1", "y1", "x1", "z2", "x2"}


def test_members_of_one_pool_do_not_meet_at_once() -> None:
    found = qualifiers(TABLES, 8, seed="s")
    pairs, _ = first_round_places(8)

    assert [str(found[a])[0] == str(found[b])[0] for a, b in pairs] == [False] * 4
    assert found[:3] == ("z1", "y1", "x1")


def test_from_one_table_they_go_on_in_order() -> None:
    assert qualifiers({"main": TABLES["x"]}, 2, seed="s") == ("x1", "x2")


def test_no_more_go_on_than_there_are() -> None:
    with pytest.raises(TooFewToQualify):
        qualifiers(TABLES, 12, seed="s")


def test_the_place_of_one_who_left_goes_to_the_next_of_the_same_pool() -> None:
    tables = {"x": TABLES["x"][1:], "z": TABLES["z"]}

    assert qualifiers(tables, 2, seed="s") == ("z1", "x2")


def test_points_of_a_match_that_was_not_played_seed_nobody() -> None:
    """Behind when the other gave up: the win counts, the points do not."""
    forfeited = [
        [RoundPairing("f1", "f2", Side.A, Score(0, 4), played=False)],
        [RoundPairing("f1", "f3", Side.A, Score(7, 2))],
        [RoundPairing("f2", "f3", Side.A, Score(7, 5))],
    ]
    contenders = [Contender(f"f{n}") for n in (1, 2, 3)]
    rows = table(contenders, forfeited, seed="s", tie_breaks=ROUND_ROBIN, byes_count=False)

    assert qualifiers({"x": pool("x", 3, 4), "f": rows}, 2, seed="s") == ("f1", "x1")
