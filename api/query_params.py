"""Reading the part of an address behind the question mark: what is not understood is refused."""

from __future__ import annotations

from collections.abc import Collection

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

_MOST = 10**9


def one_of(request: Request, name: str, choices: Collection[str], default: str = "") -> str:
    """One of several words; ``default`` if nothing was said."""
    word = request.query_params.get(name)
    if word is None:
        return default
    if word not in choices:
        raise ValidationError({name: [f"Choose one of: {', '.join(choices)}."]}, "invalid_choice")
    return word


def number(request: Request, name: str) -> int | None:
    """A whole number from 1 on; nothing if nothing was said."""
    digits = request.query_params.get(name)
    if digits is None:
        return None
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits[:12]) <= _MOST):
        raise ValidationError({name: ["Give a whole number."]}, "invalid")
    return int(digits)
