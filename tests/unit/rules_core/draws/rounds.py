"""Events in rounds, played with random results, without a database."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules_core.draws.history import Contender, Key, Round, RoundPairing
from rules_core.draws.settings import SwissSettings
from rules_core.draws.swiss import next_round
from rules_core.sides import Side


def field(entrants: int, *, clubs: int = 0) -> list[Contender]:
    return [
        Contender(n, rating=1500.0 + n, club=f"club {n % clubs}" if clubs else None)
        for n in range(1, entrants + 1)
    ]


def results(pairs: Round, random: Random, *, forfeits: float = 0.0) -> list[RoundPairing]:
    """The round with a winner for each pairing, or now and then none."""

    def winner() -> Side | None:
        return None if random.random() < forfeits else random.choice([Side.A, Side.B])

    played = [RoundPairing(a, b, winner()) for a, b in pairs.pairs]
    return played + [RoundPairing(bye, None, Side.A) for bye in pairs.byes]


def swiss(
    contenders: Sequence[Contender], settings: SwissSettings, seed: int, *, forfeits: float = 0.0
) -> list[list[RoundPairing]]:
    """A whole Swiss."""
    random = Random(seed)
    rounds: list[list[RoundPairing]] = []
    while (pairs := next_round(contenders, rounds, settings, seed=str(seed))) is not None:
        rounds.append(results(pairs, random, forfeits=forfeits))
    return rounds


def met(rounds: Sequence[Sequence[RoundPairing]]) -> list[frozenset[Key]]:
    return [frozenset((m.a, m.b)) for played in rounds for m in played if m.b is not None]
