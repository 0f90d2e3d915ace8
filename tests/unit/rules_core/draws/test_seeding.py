"""Seed numbers from the published list and seed, the same for everybody who repeats the draw."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.draws.drawing import draw
from rules_core.draws.history import Contender
from rules_core.draws.seeding import (
    commitment,
    drawn_order,
    elimination_order,
    first_round_places,
    ordered,
    seed_order,
)
from rules_core.draws.settings import Format, Seeding
from tests.unit.rules_core.refusing import refused

pytestmark = pytest.mark.unit


def ids(contenders: tuple[Contender, ...]) -> list[object]:
    return [contender.id for contender in contenders]


def test_the_draw_sorts_hashes_that_anybody_can_compute() -> None:
    by_hand = sorted([1, 2, 3, 4], key=lambda n: sha256(f"a seed:{n}".encode()).hexdigest())

    assert drawn_order(4, "a seed") == tuple(by_hand)
    assert commitment("a seed") == sha256(b"a seed").hexdigest()


def test_by_rating_the_strongest_is_first_and_who_has_none_is_last() -> None:
    contenders = [Contender("a"), Contender("b", 1500.0), Contender("c", 1700.0)]

    assert ids(ordered(contenders, Seeding.RATING, "s")) == ["c", "b", "a"]


def test_equal_ratings_are_drawn() -> None:
    contenders = [Contender(n, 1500.0) for n in range(1, 9)]

    assert ids(ordered(contenders, Seeding.RATING, "s")) == list(drawn_order(8, "s"))


def test_seeds_given_by_hand_stand_and_the_rest_is_drawn() -> None:
    contenders = [Contender("a"), Contender("b", seed=2), Contender("c", seed=1), Contender("d")]
    found = ids(ordered(contenders, Seeding.MANUAL, "s"))

    assert found[:2] == ["c", "b"]
    assert sorted(found[2:], key=str) == ["a", "d"]


def clashes(order: tuple[Contender, ...]) -> int:
    pairs, _ = first_round_places(len(order))
    return sum(order[a].club is not None and order[a].club == order[b].club for a, b in pairs)


@given(
    clubs=st.lists(st.sampled_from(["x", "y", "z", None]), min_size=2, max_size=40),
    seed=st.text(max_size=5),
    seeding=st.sampled_from([Seeding.RANDOM, Seeding.RATING]),
)
def test_club_mates_meet_in_the_first_round_only_where_they_must(
    clubs: list[str | None], seed: str, seeding: Seeding
) -> None:
    contenders = [Contender(n, float(n), club) for n, club in enumerate(clubs)]
    order = elimination_order(contenders, seeding, seed, avoid_same_club=True)
    pairs, byes = first_round_places(len(order))

    assert Counter(ids(order)) == Counter(range(len(clubs)))
    drawn = [order[n] for pair in pairs for n in pair] + (
        [order[n] for n in byes] if seeding is Seeding.RANDOM else []
    )
    most = max(Counter(c.club for c in drawn if c.club).values(), default=0)
    places = len(pairs) + (len(byes) if seeding is Seeding.RANDOM else 0)
    assert clashes(order) <= max(0, most - places)


def test_ratings_earn_the_byes_even_if_clubs_are_kept_apart() -> None:
    contenders = [Contender(n, float(-n), "home") for n in range(1, 7)]
    order = elimination_order(contenders, Seeding.RATING, "s", avoid_same_club=True)

    assert ids(order) == [1, 2, 3, 4, 5, 6]


def test_seeds_given_by_hand_are_not_moved_for_clubs() -> None:
    contenders = [Contender(n, club="home" if n < 3 else None, seed=n) for n in range(1, 5)]
    contenders[3] = Contender(4, club="home", seed=4)
    order = elimination_order(contenders, Seeding.MANUAL, "s", avoid_same_club=True)

    assert ids(order) == [1, 2, 3, 4]


CONTENDERS = [Contender(n, rating=1500.0 + n % 3, club=f"club {n % 2}") for n in range(1, 12)]


@pytest.mark.parametrize("code", Format)
@pytest.mark.parametrize("seeding", Seeding)
def test_the_order_of_seeds_is_that_of_the_whole_draw(code: Format, seeding: Seeding) -> None:
    settings = {"seeding": seeding.value, "avoid_same_club": True}
    made = draw(code, CONTENDERS, settings, seed="a seed")
    assert seed_order(code, CONTENDERS, settings, seed="a seed") == made.order


def test_the_order_of_seeds_needs_no_matching() -> None:
    """In a Python that has no matching library, so nobody can have been paired for it."""
    code = (
        "import sys; sys.modules['rustworkx'] = None\n"
        "from rules_core.draws.history import Contender\n"
        "from rules_core.draws.seeding import seed_order\n"
        "entrants = [Contender(n) for n in range(1, 5)]\n"
        "print([one.id for one in seed_order('swiss', entrants, seed='a seed')])\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    assert answer.stdout.strip() == str(list(drawn_order(4, "a seed")))


@pytest.mark.parametrize(
    ("code", "entrants", "refusal"),
    [
        ("swiss", 1, "too_few_entrants"),
        ("single_elimination", 0, "too_few_entrants"),
        ("single_elimination", 1025, "too_many_entrants"),
        ("round_robin", 1025, "too_many_entrants"),
        ("ladder", 4, "unknown_format"),
    ],
)
def test_there_is_no_order_where_there_is_no_draw(code: str, entrants: int, refusal: str) -> None:
    contenders = [Contender(n) for n in range(entrants)]
    assert refused(lambda: seed_order(code, contenders, seed="a seed")) == refusal
