"""Round robin: everybody against everybody, in pools, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.draws.lengths import Lengths
from rules_core.draws.plan import Bye, Plan, PlannedPairing, Seed, Slot
from rules_core.draws.settings import RoundRobinSettings, SettingsNotValid
from rules_core.draws.single_elimination import TooFewEntrants
from rules_core.errors import RulesError

MOST_PAIRINGS = 5_000
"""Of one round robin, byes among them: all of 100 entrants against each other."""

Pair = tuple[int | None, int | None]
"""Two seeds; None sits across from whoever rests."""
Seats = list[Pair]
"""One round of one pool."""


class TooManyPairings(RulesError):
    """More pairings than an event can play."""

    code = "too_many_pairings"


def round_robin(
    entrants: int,
    settings: RoundRobinSettings,
    lengths: Lengths,
    *,
    pool_of: Sequence[int] = (),
) -> Plan:
    """All pairings of all pools, round by round; who sits out has a pairing with a bye.

    ``pool_of`` has the number of each seed's pool, where a latecomer sits in another than the next
    of the deal.
    """
    pairings: list[PlannedPairing] = []
    for code, rounds in pool_schedules(entrants, settings, pool_of=pool_of):
        pairings += _pool_pairings(code, rounds, lengths)
    return Plan(entrants, tuple(sorted(pairings, key=lambda pairing: pairing.round)))


def pool_schedules(
    entrants: int, settings: RoundRobinSettings, *, pool_of: Sequence[int] = ()
) -> list[tuple[str, list[Seats]]]:
    """The code and the rounds of each pool.

    One pool is the bracket ``main``; several are ``pool_1``, ``pool_2``, ….
    """
    if entrants < 2:
        raise TooFewEntrants("A round robin needs at least two entrants.", entrants=entrants)
    if settings.pools * 2 > entrants:
        raise SettingsNotValid(
            f"{settings.pools} pools need at least {2 * settings.pools} entrants, two for each.",
            setting="pools",
        )
    pools = _gathered(pool_of, settings.pools) if pool_of else snaked(entrants, settings.pools)
    codes = ["main"] if settings.pools == 1 else [f"pool_{n}" for n in range(1, len(pools) + 1)]
    return [
        (code, schedule(members, legs=settings.legs, max_rounds=settings.max_rounds))
        for code, members in zip(codes, pools, strict=True)
    ]


def pool_order(code: str) -> tuple[int, str]:
    """Sorts pools by their number: as text ``pool_10`` would come before ``pool_2``."""
    return len(code), code


def snaked(entrants: int, pools: int) -> list[list[int]]:
    """Seeds dealt to the pools to and fro, so that each pool is about as strong as the next."""
    dealt: list[list[int]] = [[] for _ in range(pools)]
    for seed in range(1, entrants + 1):
        turn, pool = divmod(seed - 1, pools)
        dealt[pools - 1 - pool if turn % 2 else pool].append(seed)
    return dealt


def dealt(entrants: int, pools: int) -> list[int]:
    """The number of each seed's pool, the first seed first."""
    members = snaked(entrants, pools)
    pool_of = {seed: number for number, pool in enumerate(members, start=1) for seed in pool}
    return [pool_of[seed] for seed in range(1, entrants + 1)]


def _gathered(pool_of: Sequence[int], pools: int) -> list[list[int]]:
    """The seeds of each pool, by the number of each seed's pool."""
    return [
        [seed for seed, pool in enumerate(pool_of, start=1) if pool == number]
        for number in range(1, pools + 1)
    ]


def check_not_too_many_pairings(entrants: int, settings: RoundRobinSettings) -> None:
    """Refuse a round robin that nobody plays to its end, before any of it is made."""
    largest = -(-entrants // settings.pools)
    rounds = settings.legs * (largest - 1 + largest % 2)
    pairings = min(rounds, settings.max_rounds or rounds) * ((entrants + settings.pools) // 2)
    if pairings > MOST_PAIRINGS:
        raise TooManyPairings(
            f"This round robin would have about {pairings} matches; the limit is {MOST_PAIRINGS}."
            " Use pools, or limit the rounds.",
            pairings=pairings,
            most=MOST_PAIRINGS,
        )


def schedule(members: list[int], *, legs: int = 1, max_rounds: int | None = None) -> list[Seats]:
    """The rounds of one pool: one stays, the others go round the table, None sits out.

    Every further leg repeats the first with sides changed. Whoever is named first in a pairing
    changes from round to round.
    """
    circle: list[int | None] = [*members, *([None] if len(members) % 2 else [])]
    half = len(circle) // 2
    rounds: list[Seats] = []
    for number in range(len(circle) - 1)[:max_rounds]:
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        rounds.append(
            [pair[::-1] if (number + line) % 2 else pair for line, pair in enumerate(pairs)]
        )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    turned = [_turned(pairs) if leg % 2 else pairs for leg in range(legs) for pairs in rounds]
    return turned[:max_rounds]


def _turned(pairs: Seats) -> Seats:
    return [pair[::-1] for pair in pairs]


def _pool_pairings(code: str, rounds: list[Seats], lengths: Lengths) -> list[PlannedPairing]:
    return [
        PlannedPairing(
            code, number, line, _slot(a), _slot(b), lengths.of(code, number, len(rounds))
        )
        for number, pairs in enumerate(rounds, start=1)
        for line, (a, b) in enumerate(pairs, start=1)
    ]


def _slot(member: int | None) -> Slot:
    return Bye() if member is None else Seed(member)
