"""The next round of any format that is played in rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from rules_core.draws.history import Contender, Round, Rounds
from rules_core.draws.round_robin import pool_schedules
from rules_core.draws.seeding import ordered
from rules_core.draws.settings import RoundRobinSettings, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import next_round
from rules_core.errors import RulesError


class PlannedInAdvance(RulesError):
    """The format has no rounds to pair: its plan says who meets whom."""

    code = "planned_in_advance"


def pair(
    format_code: str,
    contenders: Sequence[Contender],
    rounds: Rounds,
    settings: Mapping[str, Any] | None = None,
    *,
    seed: str,
) -> Round | None:
    """The next round with the settings of the REST contract; None when the event is over."""
    read = read_settings(format_code, settings or {})
    if isinstance(read, SwissSettings):
        return next_round(contenders, rounds, read, seed=seed)
    if isinstance(read, RoundRobinSettings):
        return _next_of_schedule(contenders, len(rounds), read, seed)
    raise PlannedInAdvance(
        "An elimination is not paired round by round: draw its plan instead.", format=format_code
    )


def _next_of_schedule(
    contenders: Sequence[Contender], played: int, settings: RoundRobinSettings, seed: str
) -> Round | None:
    """The round of the schedule that is next; who would meet a withdrawn entrant sits out."""
    order = ordered(contenders, settings.seeding, seed)
    pools = [schedule for _, schedule in pool_schedules(len(order), settings)]
    if all(len(schedule) <= played for schedule in pools):
        return None
    pairs = []
    byes = []
    for seat in chain.from_iterable(chain.from_iterable(s[played : played + 1] for s in pools)):
        entrants = [order[number - 1] for number in seat if number is not None]
        present = [contender.id for contender in entrants if not contender.withdrawn]
        if len(present) == 2:
            pairs.append((present[0], present[1]))
        else:
            byes += present
    return Round(played + 1, tuple(pairs), tuple(byes))
