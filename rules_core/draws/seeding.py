"""From entrants to seed numbers, so that anybody can repeat it with a pocket tool.

The draw sorts the entrants by ``SHA-256("<seed>:<position on the published list>")``. It needs no
random number generator, so a spectator can check it in any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import inf
from typing import Any

from rules_core.choices import chosen
from rules_core.draws.clubs import separated
from rules_core.draws.formats import check_not_too_many
from rules_core.draws.history import Contender
from rules_core.draws.plan import Seed
from rules_core.draws.settings import EliminationSettings, Seeding, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import TooFewEntrants, seeded_lines

ALGORITHM = "sha256-sort-1"


def commitment(seed: str) -> str:
    """The hash published before registration closes; the seed itself follows with the draw."""
    return sha256(seed.encode()).hexdigest()


def lot(seed: str, *facts: object) -> bytes:
    """What the draw sorts by: a hash of the seed and whatever is drawn."""
    return sha256(":".join([seed, *map(str, facts)]).encode()).digest()


def drawn_order(entrants: int, seed: str) -> tuple[int, ...]:
    """Positions on the published list (from 1), in the order in which they were drawn."""
    return tuple(sorted(range(1, entrants + 1), key=lambda position: lot(seed, position)))


def seed_order(
    format_code: str,
    contenders: Sequence[Contender],
    settings: Mapping[str, Any] | None = None,
    *,
    seed: str,
) -> tuple[Contender, ...]:
    """The entrants by seed number, as the draw of a stage numbers them; nobody is paired for it."""
    read = read_settings(format_code, settings or {})
    if len(contenders) < 2:
        raise TooFewEntrants("A draw needs at least two entrants.", entrants=len(contenders))
    if not isinstance(read, SwissSettings):
        check_not_too_many(len(contenders))
    if isinstance(read, EliminationSettings):
        return elimination_order(
            contenders, read.seeding, seed, avoid_same_club=read.avoid_same_club
        )
    return ordered(contenders, read.seeding, seed)


def ordered(contenders: Sequence[Contender], seeding: Seeding, seed: str) -> tuple[Contender, ...]:
    """The entrants by seed number; whatever the seeding leaves open is drawn."""
    seeding = chosen("seeding", seeding, Seeding)
    drawn = [contenders[position - 1] for position in drawn_order(len(contenders), seed)]
    if seeding is Seeding.RATING:
        drawn.sort(key=_weakness)
    if seeding is Seeding.MANUAL:
        drawn.sort(key=lambda contender: contender.seed or inf)
    return tuple(drawn)


def elimination_order(
    contenders: Sequence[Contender], seeding: Seeding, seed: str, *, avoid_same_club: bool
) -> tuple[Contender, ...]:
    """The entrants by seed number, members of one club apart in the first round where possible.

    Seeds given by hand stay as given. Ratings earn the byes, so only a random draw moves a bye.
    """
    order = ordered(contenders, seeding, seed)
    if not avoid_same_club or seeding is Seeding.MANUAL:
        return order
    pairs, byes = first_round_places(len(order))
    return tuple(separated(order, pairs, byes if seeding is Seeding.RANDOM else ()))


def first_round_places(entrants: int) -> tuple[list[tuple[int, int]], list[int]]:
    """Seeds, counted from 0, that meet in the first round, and those with a bye."""
    lines = seeded_lines(entrants)
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    for a, b in zip(lines[::2], lines[1::2], strict=True):
        seeds = sorted(line.number - 1 for line in (a, b) if isinstance(line, Seed))
        if len(seeds) == 2:
            pairs.append((seeds[0], seeds[1]))
        else:
            byes += seeds
    return pairs, byes


def _weakness(contender: Contender) -> float:
    """Sorts the strongest first and those without a rating last."""
    return float("inf") if contender.rating is None else -contender.rating
