"""The front door: a format, a number of entrants and settings make a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_core.draws.bracket_builder import Lines
from rules_core.draws.consolation import single_elimination_pairings
from rules_core.draws.double_elimination import double_elimination_pairings
from rules_core.draws.lengths import Lengths
from rules_core.draws.plan import Bye, Plan
from rules_core.draws.round_robin import check_not_too_many_pairings, round_robin
from rules_core.draws.settings import (
    EliminationSettings,
    GrandFinal,
    RoundRobinSettings,
    SettingsNotValid,
    StageSettings,
)
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import seeded_lines
from rules_core.errors import RulesError

MOST_ENTRANTS = 1024
DEFAULT_LENGTH = 7


class TooManyEntrants(RulesError):
    """More entrants than a plan is made for."""

    code = "too_many_entrants"


class PairedRoundByRound(RulesError):
    """The format has no plan in advance: each round follows from the results before."""

    code = "paired_round_by_round"


def plan(
    format_code: str,
    entrants: int,
    settings: Mapping[str, Any] | None = None,
    *,
    length: int = DEFAULT_LENGTH,
) -> Plan:
    """The plan of a stage, with the settings of the REST contract.

    ``length`` is that of matches for which the settings name none. A Swiss has no plan: its rounds
    are paired by ``rules_core.draws.swiss.next_round``.
    """
    read = read_settings(format_code, settings or {})
    check_size(read, entrants)
    if isinstance(read, EliminationSettings):
        return elimination_plan(seeded_lines(entrants), read, lengths_of(read, length))
    if isinstance(read, RoundRobinSettings):
        return round_robin(entrants, read, lengths_of(read, length))
    raise PairedRoundByRound(
        "A Swiss is paired round by round: ask for its next round instead of a plan.",
        format=format_code,
    )


def check_size(settings: StageSettings, entrants: int) -> None:
    """Refuse a stage that is larger than a plan is made for, before any of it is made."""
    check_not_too_many(entrants)
    if isinstance(settings, RoundRobinSettings):
        check_not_too_many_pairings(entrants, settings)


def check_not_too_many(entrants: int) -> None:
    """Refuse more entrants than a plan is made for."""
    if entrants > MOST_ENTRANTS:
        raise TooManyEntrants(
            f"A draw can have at most {MOST_ENTRANTS} entrants, not {entrants}. Split the event.",
            entrants=entrants,
            most=MOST_ENTRANTS,
        )


def lengths_of(settings: StageSettings, default: int) -> Lengths:
    """The match lengths of a stage."""
    if not 1 <= default <= 99:
        raise SettingsNotValid(
            f"A match is played to 1 to 99 points, not {default}.", setting="length", value=default
        )
    return Lengths(default, settings.lengths.by_bracket, settings.lengths.from_final)


def elimination_plan(lines: Lines, settings: EliminationSettings, lengths: Lengths) -> Plan:
    """The plan of an elimination from its first-round lines, seeds and byes as they stand."""
    if settings.double:
        reset = settings.grand_final is GrandFinal.RESET
        pairings = double_elimination_pairings(lines, lengths, reset=reset)
    else:
        pairings = single_elimination_pairings(lines, lengths, settings)
    return Plan(sum(1 for line in lines if line != Bye()), tuple(pairings))
