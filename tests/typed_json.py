"""Whether JSON is what a type says: every key, nothing else, and null only where it may be."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict


def differences(value: Any, hint: Any, at: str = "") -> Iterator[str]:
    """Where JSON is not as the type has it."""
    if is_typeddict(hint):
        yield from _keys(value, get_type_hints(hint), at)
    elif get_origin(hint) is list and isinstance(value, list):
        (item,) = get_args(hint)
        for number, each in enumerate(value):
            yield from differences(each, item, f"{at}[{number}]")
    elif get_origin(hint) in {Union, UnionType} and value is not None:
        (other,) = (each for each in get_args(hint) if each is not NoneType)
        yield from differences(value, other, at)
    elif not _is_plain(value, hint):
        yield f"{at}: {value!r} is no {hint}"


def _is_plain(value: Any, hint: Any) -> bool:
    """Whether one value is of a type; true and false are no numbers, though Python has them so."""
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) in {Union, UnionType}:
        return value is None and NoneType in get_args(hint)
    return type(value) in ((int, float) if hint is float else (hint,))


def _keys(value: Any, hints: dict[str, Any], at: str) -> Iterator[str]:
    if not isinstance(value, dict) or value.keys() != hints.keys():
        yield f"{at}: {value!r} has not the keys {sorted(hints)}"
        return
    for key, hint in hints.items():
        yield from differences(value[key], hint, f"{at}.{key}")
