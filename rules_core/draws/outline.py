"""A stage before it starts: how many rounds, matches and byes it will have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_core.draws.formats import DEFAULT_LENGTH, lengths_of, plan
from rules_core.draws.plan import Plan
from rules_core.draws.settings import SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import TooFewEntrants
from rules_core.draws.swiss import rounds_planned


@dataclass(frozen=True, slots=True)
class RoundOutline:
    """One round of one bracket."""

    bracket: str
    round: int
    length: int
    matches: int
    """With two sides; fewer are played where nobody drops into a seat, or a reset is not needed."""
    byes: int


def outline(
    format_code: str,
    entrants: int,
    settings: Mapping[str, Any] | None = None,
    *,
    length: int = DEFAULT_LENGTH,
) -> tuple[RoundOutline, ...]:
    """The rounds of a stage, bracket by bracket.

    A Swiss with lives has at least these rounds: so many if whoever has more lives always wins.
    How many it really takes depends on the results.
    """
    read = read_settings(format_code, settings or {})
    if not isinstance(read, SwissSettings):
        return _of_plan(plan(format_code, entrants, settings, length=length))
    if entrants < 2:
        raise TooFewEntrants("A Swiss needs at least two entrants.", entrants=entrants)
    lengths = lengths_of(read, length)
    if read.lives is None:
        fields = [entrants] * rounds_planned(entrants, read)
    else:
        fields = _thinning(entrants, read.lives)[: read.rounds]
    return tuple(
        RoundOutline("main", number, lengths.of("main", number, len(fields)), left // 2, left % 2)
        for number, left in enumerate(fields, start=1)
    )


def _of_plan(made: Plan) -> tuple[RoundOutline, ...]:
    return tuple(
        RoundOutline(
            bracket=bracket,
            round=number,
            length=pairings[0].length,
            matches=sum(not pairing.is_bye for pairing in pairings),
            byes=sum(pairing.is_bye for pairing in pairings),
        )
        for bracket in made.brackets
        for number, pairings in made.rounds(bracket).items()
    )


def _thinning(entrants: int, lives: int) -> list[int]:
    """How many are left before each round."""
    left = [0] * lives + [entrants]
    fields: list[int] = []
    while sum(left[1:]) > 1:
        fields.append(sum(left[1:]))
        left = _after_a_round(left)
    return fields


def _after_a_round(left: list[int]) -> list[int]:
    """Entrants by lives left, after a round in which half of those who play lose one.

    Whoever has no equal to meet meets one with fewer lives and wins; the last one has the bye.
    """
    after = [left[0], *([0] * (len(left) - 1))]
    odd_above = 0
    for lives in range(len(left) - 1, 0, -1):
        here = left[lives]
        if odd_above and here:
            after[odd_above] += 1
            after[lives - 1] += 1
            here -= 1
            odd_above = 0
        after[lives] += here // 2
        after[lives - 1] += here // 2
        if here % 2:
            odd_above = lives
    if odd_above:
        after[odd_above] += 1
    return after
