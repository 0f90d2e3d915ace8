"""How many take part: small fields often, every size in its turn, and all of them when asked for.

``NIGHTS=2-200`` asks for every size from 2 to 200 in every format, ``NIGHTS=201-1024:75`` for every
75th above. Without it, each run takes other sizes, since the seed is the date; ``NIGHTS_SEED`` names
one to be tried again, and a failure says which it was.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from random import Random

SEED = os.environ.get("NIGHTS_SEED") or date.today().isoformat()  # noqa: DTZ011
STRATA = ((14, 24), (14, 24), (25, 48), (25, 48), (25, 48), (49, 80), (81, 130), (131, 200))
"""A night of 200 costs fifty times one of 10, so large fields are tried less often."""
MANY_MATCHES = "round robin"
"""Of 200 entrants it has 19,900 matches: left to those who ask for it."""


def wanted() -> list[int]:
    """The sizes asked for, in an order that covers the whole range early."""
    asked = os.environ.get("NIGHTS", "")
    if not asked:
        return []
    found = re.fullmatch(r"(\d+)-(\d+)(?::(\d+))?", asked)
    assert found, "NIGHTS is a range of sizes, such as 2-200 or 201-1024:75"
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    sizes = list(range(low, high + 1, step))
    Random(asked).shuffle(sizes)
    return sizes


def sampled(format_names: list[str]) -> dict[str, int]:
    """A size for each format; strata change hands from one seed to the next."""
    luck = Random(SEED)
    strata = [STRATA[number % len(STRATA)] for number in range(len(format_names))]
    luck.shuffle(strata)
    sizes = {name: luck.randint(*bounds) for name, bounds in zip(format_names, strata, strict=True)}
    return sizes | {MANY_MATCHES: min(sizes[MANY_MATCHES], 14)}


@contextmanager
def told_on_failure(**facts: object) -> Iterator[None]:
    """What it takes to see the same failure again."""
    try:
        yield
    except BaseException as error:
        said = ", ".join(f"{name} {fact}" for name, fact in facts.items())
        error.add_note(f"{said}; again with NIGHTS_SEED={SEED}")
        raise
