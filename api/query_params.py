"""Reading the part of an address behind the question mark: what is not understood is refused."""

from __future__ import annotations

from collections.abc import Collection

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

_MOST_DIGITS = 9


def one_of(request: Request, name: str, choices: Collection[str], default: str = "") -> str:
    """One of several words; ``default`` if it was left out."""
    word = request.query_params.get(name)
    if word is None:
        return default
    if word not in choices:
        raise ValidationError({name: [f"Choose one of: {', '.join(choices)}."]}, "invalid_choice")
    return word


def number(request: Request, name: str) -> int | None:
    """A whole number from 1 on; nothing if it was left out."""
    digits = request.query_params.get(name)
    if digits is None:
        return None
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
    if not is_number or int(digits) == 0:
        raise ValidationError(
            {name: [f"Give a whole number from 1, of {_MOST_DIGITS} digits at most."]}, "invalid"
        )
    return int(digits)
