"""Who pays whom: everybody is even after it, and with no payment too many."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.settlement import (
    MOST_PLAYERS,
    NotBalanced,
    TooManyToSettle,
    Transfer,
    transfers,
)

pytestmark = pytest.mark.unit


def balanced(points: list[int]) -> dict[str, int]:
    return {f"p{n:03}": one for n, one in enumerate([*points, -sum(points)])}


def fewest(balances: dict[str, int]) -> int:
    """By trying every way to cut off a group that sums to 0: slow, and plainly right."""
    uneven = [points for points in balances.values() if points]
    return len(uneven) - _groups(uneven)


def _groups(uneven: list[int]) -> int:
    if not uneven:
        return 0
    first, *others = uneven
    found = [
        1 + _groups([others[n] for n in range(len(others)) if n not in chosen])
        for size in range(len(others) + 1)
        for chosen in combinations(range(len(others)), size)
        if first + sum(others[n] for n in chosen) == 0
    ]
    return max(found)


def check_even_after(balances: dict[str, int]) -> int:
    left = dict(balances)
    paid = transfers(balances)
    for payer, payee, points in paid:
        assert points > 0
        assert payer != payee
        left[payer] += points
        left[payee] -= points
    assert not any(left.values())
    return len(paid)


@settings(deadline=None)
@given(st.lists(st.integers(-9, 9), max_size=6).map(balanced))
def test_few_players_need_the_fewest_payments_there_are(balances: dict[str, int]) -> None:
    assert check_even_after(balances) == fewest(balances)


@settings(deadline=None)
@given(st.lists(st.integers(-30, 30), min_size=12, max_size=60).map(balanced))
def test_many_players_are_even_after_fewer_payments_than_players(balances: dict[str, int]) -> None:
    uneven = [points for points in balances.values() if points]
    assert check_even_after(balances) <= max(0, len(uneven) - 1)


def test_whoever_owes_what_another_is_owed_pays_once_even_among_many() -> None:
    balances = {f"p{n}": n + 1 for n in range(20)} | {f"q{n}": -n - 1 for n in range(20)}
    assert check_even_after(balances) == 20


def test_nobody_pays_when_all_are_even() -> None:
    assert transfers({}) == transfers({"ann": 0, "bob": 0}) == ()


def test_two_players_settle_by_one_payment() -> None:
    assert transfers({"ann": 5, "bob": -5}) == (Transfer("bob", "ann", 5),)


def test_what_does_not_sum_to_nought_is_refused() -> None:
    with pytest.raises(NotBalanced) as refused:
        transfers({"ann": 5, "bob": -4})
    assert refused.value.code == "not_balanced"


def test_more_than_the_bound_is_refused() -> None:
    with pytest.raises(TooManyToSettle):
        transfers({str(n): 0 for n in range(MOST_PLAYERS + 1)})
