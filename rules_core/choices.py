"""Values that are one of a few: what is none of them is refused, and never taken for one."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from functools import cache
from reprlib import repr as short_repr
from typing import Any

from rules_core.errors import RulesError


class UnknownChoice(RulesError):
    """A value that is none of the choices; the text of one is not the choice itself."""

    code = "unknown_choice"


def check_choice(what: str, value: object, choices: type[Enum], *, or_none: bool = False) -> None:
    """Refuse a value that is none of the choices; ``or_none`` lets None pass as well.

    >>> from rules_core.kinds import Kind
    >>> check_choice("kind", "gammon", Kind)
    Traceback (most recent call last):
    rules_core.choices.UnknownChoice: The kind is Kind.SINGLE, Kind.GAMMON or Kind.BACKGAMMON, not 'gammon'.
    """
    if isinstance(value, choices) or (or_none and value is None):
        return
    names = [f"{choices.__name__}.{choice.name}" for choice in choices]
    listed = ", ".join([*names, "None"] if or_none else names)
    first, _, last = listed.rpartition(", ")
    raise UnknownChoice(
        f"The {what} is {first} or {last}, not {short_repr(value)}.",
        what=what,
        value=short_repr(value),
        choices=listed.split(", "),
    )


def check_choices(settings: Any) -> None:
    """Refuse settings of which one is none of its choices: those that its default is one of."""
    for name, choices in _choices_of(settings.__class__):
        check_choice(name.replace("_", " "), getattr(settings, name), choices)


@cache
def _choices_of(settings: type) -> tuple[tuple[str, type[Enum]], ...]:
    defaults = {setting.name: setting.default for setting in fields(settings)}
    return tuple((name, type(value)) for name, value in defaults.items() if isinstance(value, Enum))
