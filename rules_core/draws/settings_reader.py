"""Settings from JSON, as the REST contract writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any

from rules_core.draws.settings import (
    Consolation,
    EliminationSettings,
    FirstRound,
    Format,
    GrandFinal,
    LateEntry,
    LengthSettings,
    RoundRobinSettings,
    Seeding,
    SettingsNotValid,
    StageSettings,
    SwissSettings,
    TieBreak,
)
from rules_core.errors import RulesError

DEFAULT_LIVES = 3


class UnknownFormat(RulesError):
    """A format that is none of ours."""

    code = "unknown_format"


def read_format(code: str) -> Format:
    """The format with this code."""
    if code not in set(Format):
        known = ", ".join(Format)
        raise UnknownFormat(f"There is no format {code!r}; choose one of {known}.", format=code)
    return Format(code)


def read_settings(code: str, given: Mapping[str, Any]) -> StageSettings:
    """The settings of a stage of this format; what is not given, or null, is as usual."""
    form = read_format(code)
    kind, fixed = _KINDS[form]
    allowed = {setting.name for setting in fields(kind)} - fixed.keys()
    values: dict[str, Any] = {}
    for setting, value in _with_lengths_together(given).items():
        if setting not in allowed:
            raise SettingsNotValid(
                f"A {form} has no setting {setting!r}; it has {', '.join(sorted(allowed))}.",
                setting=setting,
            )
        if value is not None:
            values[setting] = _READERS[setting](setting, value)
    if form.has_lives:
        values.setdefault("lives", DEFAULT_LIVES)
    return kind(**fixed, **values)


_KINDS: dict[Format, tuple[type[StageSettings], dict[str, Any]]] = {
    Format.SINGLE_ELIMINATION: (EliminationSettings, {"double": False}),
    Format.DOUBLE_ELIMINATION: (EliminationSettings, {"double": True}),
    Format.SWISS: (SwissSettings, {"lives": None}),
    Format.SWISS_LIVES: (SwissSettings, {}),
    Format.ROUND_ROBIN: (RoundRobinSettings, {}),
}


def _with_lengths_together(given: Mapping[str, Any]) -> dict[str, Any]:
    """``from_final`` may stand beside the lengths as well as among them."""
    settings = dict(given)
    from_final = settings.pop("from_final", None)
    if from_final is not None and isinstance(settings.get("lengths", {}), Mapping):
        settings["lengths"] = {"from_final": from_final, **settings.get("lengths", {})}
    return settings


def _flag(setting: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SettingsNotValid(f"The setting {setting} is true or false.", setting=setting)
    return value


def _whole(setting: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise SettingsNotValid(f"The setting {setting} is a whole number.", setting=setting)
    return value


def _one_of(choices: type[StrEnum]) -> Callable[[str, Any], StrEnum]:
    def read(setting: str, value: Any) -> StrEnum:
        if not isinstance(value, str) or value not in set(choices):
            raise SettingsNotValid(
                f"The setting {setting} is one of {', '.join(choices)}, not {value!r}.",
                setting=setting,
            )
        return choices(value)

    return read


def _tie_breaks(setting: str, value: Any) -> tuple[StrEnum, ...]:
    if not isinstance(value, list):
        raise SettingsNotValid(f"The setting {setting} is a list of codes.", setting=setting)
    if TieBreak.WENT_OUT in value:
        raise SettingsNotValid(
            f"With lives {TieBreak.WENT_OUT} always comes first: leave it out of {setting}.",
            setting=setting,
        )
    return tuple(_one_of(TieBreak)(setting, code) for code in value)


def _lengths(setting: str, value: Any) -> LengthSettings:
    if not isinstance(value, Mapping):
        raise SettingsNotValid(
            'Lengths are given for each bracket, such as {"main": [7, 9, 11]}.', setting=setting
        )
    brackets = dict(value)
    from_final = _flag("from_final", brackets.pop("from_final", False))
    for bracket in brackets:
        if not _is_bracket(bracket):
            raise SettingsNotValid(
                f"There is no bracket {bracket!r} to give lengths for; there are"
                f" {', '.join(_BRACKETS)} and the pools, pool_1, pool_2 and so on.",
                setting=setting,
            )
    return LengthSettings(
        {bracket: _points(bracket, listed) for bracket, listed in brackets.items()}, from_final
    )


_BRACKETS = (
    *("main", "lower", "grand_final"),
    *("consolation", "last_chance", "third_place", "second_place"),
)
"""Of all formats, so that lengths may stay where a director changes the format."""


def _is_bracket(code: Any) -> bool:
    return code in _BRACKETS or re.fullmatch("pool_[1-9][0-9]{0,2}", str(code)) is not None


def _points(bracket: str, listed: Any) -> tuple[int, ...]:
    lengths = listed if isinstance(listed, list) else [listed]
    if not lengths or not all(_is_length(length) for length in lengths):
        raise SettingsNotValid(
            f"The lengths of {bracket} are a list of 1 to 99 points each.", setting="lengths"
        )
    return tuple(lengths)


def _is_length(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 99


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "lengths": _lengths,
    "seeding": _one_of(Seeding),
    "avoid_same_club": _flag,
    "tie_breaks": _tie_breaks,
    "qualify": _whole,
    "consolation": _one_of(Consolation),
    "last_chance": _flag,
    "third_place": _flag,
    "second_place": _flag,
    "grand_final": _one_of(GrandFinal),
    "rounds": _whole,
    "lives": _whole,
    "first_round": _one_of(FirstRound),
    "late_entry": _one_of(LateEntry),
    "pools": _whole,
    "legs": _whole,
    "max_rounds": _whole,
}
