"""Reading the part of an address behind the question mark: what is not understood is refused."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.utils.dateparse import parse_datetime
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


def country(request: Request, name: str = "country") -> str:
    """Two letters, in capitals; nothing if they were left out."""
    letters = request.query_params.get(name, "")
    if letters and not (letters.isascii() and letters.isalpha() and len(letters) == 2):
        raise ValidationError({name: ["Give two letters, such as CH."]}, "invalid")
    return letters.upper()


def moment(request: Request, name: str) -> datetime | None:
    """A time in ISO 8601 with its offset, from 1900 to 2199; nothing if it was left out."""
    text = request.query_params.get(name)
    if text is None:
        return None
    # A plus sign that was not encoded comes as a space.
    given = _parsed(text.replace(" ", "+"))
    if given is None or given.tzinfo is None or not 1900 <= given.year < 2200:
        raise ValidationError(
            {name: ["Give a time such as 2026-11-18T20:00:00Z, from 1900 to 2199."]}, "invalid"
        )
    return given


def _parsed(text: str) -> datetime | None:
    try:
        return parse_datetime(text)
    except ValueError:
        return None
