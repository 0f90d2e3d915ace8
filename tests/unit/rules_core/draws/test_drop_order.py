"""Losers drop so that rematches come as late and as rarely as can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from rules_core.draws.drop_order import drop_masks, expected_rematches, latest_first_rematch

pytestmark = pytest.mark.unit

Orders = Sequence[Sequence[int]]
"""For each main round, the lower line that the loser of each of its pairings drops to."""


def judged(rounds: int, orders: Orders) -> tuple[int, float]:
    """The first possible rematch and how many to expect, counted pair by pair of pairings."""
    drops = [max(1, 2 * level - 2) for level in range(rounds + 1)]
    first, expected = 2 * rounds, 0.0
    for late in range(2, rounds + 1):
        for early in range(1, late):
            for pairing in range(2 ** (rounds - early)):
                here = orders[late - 1][pairing >> late - early]
                there = orders[early - 1][pairing] >> late - early
                apart = (here ^ there).bit_length()
                meeting = 2 * (late + apart - 1) - 1 if apart else 2 * late - 2
                first = min(first, meeting)
                lasted = 2 * meeting - drops[early] - drops[late]
                expected += 2.0 ** (early - late - lasted)
    return first, expected


def masked(rounds: int) -> Orders:
    return [
        [line ^ mask for line in range(2 ** (rounds - level))]
        for level, mask in enumerate(drop_masks(rounds), start=1)
    ]


@pytest.mark.parametrize(
    ("entrants", "first", "expected"),
    [
        (4, 2, 0.5),
        (8, 3, 0.625),
        (16, 4, 0.75),
        (32, 5, 0.734375),
        (64, 7, 0.70263671875),
        (128, 8, 0.7174072265625),
        (256, 9, 0.704620361328125),
        (512, 11, 0.7027053833007812),
        (1024, 13, 0.7021311521530151),
    ],
)
def test_rematches_are_late_and_rare(entrants: int, first: int, expected: float) -> None:
    rounds = entrants.bit_length() - 1

    assert (latest_first_rematch(rounds), expected_rematches(rounds)) == (first, expected)
    assert judged(rounds, masked(rounds)) == (first, expected)


def test_no_order_of_eight_does_better() -> None:
    orders = [
        (first, second, (0,))
        for first in permutations(range(4))
        for second in permutations(range(2))
    ]
    found = [judged(3, order) for order in orders]

    assert max(first for first, _ in found) == 3
    assert min(expected for _, expected in found) == 0.625


def test_no_order_of_the_later_losers_of_sixteen_does_better() -> None:
    orders = [
        (range(8), second, third, (0,))
        for second in permutations(range(4))
        for third in permutations(range(2))
    ]
    found = [judged(4, order) for order in orders]

    assert max(first for first, _ in found) == 4
    assert min(expected for _, expected in found) == 0.75


def test_a_bracket_of_one_match_has_nothing_to_cross() -> None:
    assert drop_masks(1) == (0,)
