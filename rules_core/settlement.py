"""Who pays whom so that everybody is even, with the fewest payments (docs/rules.md, "Settling up")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules_core.errors import RulesError

MOST_PLAYERS = 200
"""Of one account: a season of a large club."""
MOST_EXACT = 10
"""Up to so many who are not even, the fewest payments are found; the work doubles with each."""


class Transfer(NamedTuple):
    """Points that one player pays another, to be even."""

    payer: str
    payee: str
    points: int


class NotBalanced(RulesError):
    """Points that nobody paid, or that nobody got."""

    code = "not_balanced"


class TooManyToSettle(RulesError):
    """More players than one account is kept for."""

    code = "too_many_to_settle"


def transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The payments that bring every balance to 0.

    A group whose balances sum to 0 can settle within itself, by one payment less than it has
    players. So the more such groups, the fewer payments: up to ``MOST_EXACT`` players who are not
    even, the most groups are found; beyond, those who owe what another is owed are paired, and the
    rest needs at most one payment less than it has players.

    >>> transfers({"ann": 3, "bob": -2, "cleo": -3, "dan": 2})
    (Transfer(payer='bob', payee='dan', points=2), Transfer(payer='cleo', payee='ann', points=3))
    """
    if len(balances) > MOST_PLAYERS:
        raise TooManyToSettle(
            f"At most {MOST_PLAYERS} players are settled together.", limit=MOST_PLAYERS
        )
    if total := sum(balances.values()):
        raise NotBalanced(f"The balances sum to {total}, not to 0.", total=total)
    uneven = sorted((name, points) for name, points in balances.items() if points)
    groups = _most_groups(uneven) if len(uneven) <= MOST_EXACT else _pairs_and_rest(uneven)
    return tuple(sorted(pay for group in groups for pay in _within(group)))


def _within(group: list[tuple[str, int]]) -> list[Transfer]:
    """The largest debt to the largest claim, until all are even: each payment makes one even."""
    left = dict(group)
    paid: list[Transfer] = []
    for _payment in range(len(group)):
        if not any(left.values()):
            break
        payer = min(left, key=lambda name: (left[name], name))
        payee = min(left, key=lambda name: (-left[name], name))
        points = min(-left[payer], left[payee])
        left[payer] += points
        left[payee] -= points
        paid.append(Transfer(payer, payee, points))
    return paid


def _most_groups(uneven: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Players split into as many groups as can be, each of which sums to 0.

    Players are lined up one after the other, and a group is complete where the sum comes back to 0:
    ``best[some]`` is how often that can happen while exactly those stand in line.
    """
    size = 1 << len(uneven)
    total, best, last = [0] * size, [0] * size, [0] * size
    for some in range(1, size):
        lowest = (some & -some).bit_length() - 1
        total[some] = total[some & (some - 1)] + uneven[lowest][1]
        members = [n for n in range(len(uneven)) if some >> n & 1]
        last[some] = max(members, key=lambda n: best[some ^ 1 << n])
        best[some] = best[some ^ 1 << last[some]] + (total[some] == 0)
    groups: list[list[tuple[str, int]]] = []
    standing = size - 1
    while standing:
        if total[standing] == 0:
            groups.append([])
        groups[-1].append(uneven[last[standing]])
        standing ^= 1 << last[standing]
    return groups


def _pairs_and_rest(uneven: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Those who owe exactly what somebody is owed, two by two, and all others together."""
    open_claims: dict[int, list[tuple[str, int]]] = {}
    for one in uneven:
        open_claims.setdefault(one[1], []).append(one)
    groups: list[list[tuple[str, int]]] = []
    rest: list[tuple[str, int]] = []
    for points, owed in sorted(open_claims.items()):
        owing = open_claims.get(-points, [])
        if points > 0:
            groups += [list(pair) for pair in zip(owed, owing, strict=False)]
        rest += owed[len(owing) :]
    return [*groups, rest] if rest else groups
