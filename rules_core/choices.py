"""Values that are one of a few: their text will do, and what is none of them is refused."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum, StrEnum
from functools import cache
from reprlib import repr as short_repr
from typing import Any, TypeVar

from rules_core.errors import RulesError

Choice = TypeVar("Choice", bound=Enum)


class UnknownChoice(RulesError):
    """A value that is none of the choices, nor the text of one."""

    code = "unknown_choice"


def chosen(what: str, value: object, choices: type[Choice]) -> Choice:
    """The choice, given as such or by its text; anything else is refused with the choices named.

    >>> from rules_core.kinds import Kind
    >>> chosen("kind", "gammon", Kind)
    <Kind.GAMMON: 'gammon'>
    >>> chosen("kind", "double", Kind)
    Traceback (most recent call last):
    rules_core.choices.UnknownChoice: The kind is “single”, “gammon” or “backgammon”, not 'double'.
    """
    if isinstance(value, choices):
        return value
    if isinstance(value, str) and issubclass(choices, StrEnum):
        for choice in choices:
            if value.strip().casefold() == choice.value.casefold():
                return choice
    raise _unknown(what, value, [_written(choice) for choice in choices])


def chosen_or_none(what: str, value: object, choices: type[Choice]) -> Choice | None:
    """The choice, or None where nothing at all is an answer, too."""
    return None if value is None else chosen(what, value, choices)


def choose(
    settings: Any, name: str, what: str, choices: type[Enum], *, or_none: bool = False
) -> None:
    """Put the choice where its text was given; for values that are frozen once they are made."""
    value = getattr(settings, name)
    if not isinstance(value, choices):
        found = chosen_or_none(what, value, choices) if or_none else chosen(what, value, choices)
        object.__setattr__(settings, name, found)


def choose_all(settings: Any) -> None:
    """The same for all settings that are choices: those whose default is one."""
    for name, choices in _choices_of(settings.__class__):
        choose(settings, name, name.replace("_", " "), choices)


def _unknown(what: str, value: object, names: list[str]) -> UnknownChoice:
    first, _, last = ", ".join(names).rpartition(", ")
    return UnknownChoice(
        f"The {what} is {first} or {last}, not {short_repr(value)}.",
        what=what,
        value=short_repr(value),
        choices=names,
    )


def _written(choice: Enum) -> str:
    """What to write: the text of a choice, or else its name."""
    if isinstance(choice, StrEnum):
        return f"“{choice.value}”"
    return f"{choice.__class__.__name__}.{choice.name}"


@cache
def _choices_of(settings: type) -> tuple[tuple[str, type[Enum]], ...]:
    defaults = {setting.name: setting.default for setting in fields(settings)}
    return tuple((name, type(value)) for name, value in defaults.items() if isinstance(value, Enum))
