"""Serializers made from typed dictionaries: what is sent is written down once, as types."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rest_framework import serializers

Field = serializers.Field[Any, Any, Any, Any]
_PLAIN: dict[type, type[Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
}


@cache
def serializer_for(typed: Any) -> type[serializers.Serializer[Any]]:
    """The serializer of a typed dictionary, by whose name the schema calls it.

    A text in ``Annotated`` is the field's description.
    """
    fields = {key: _field(hint) for key, hint in get_type_hints(typed, include_extras=True).items()}
    name = f"{typed.__name__}Serializer"
    return type(name, (serializers.Serializer,), {"__doc__": typed.__doc__, **fields})


def _field(hint: Any, **options: Any) -> Field:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        hint, text = arguments
        return _field(hint, help_text=text, **options)
    if origin in {Union, UnionType}:
        # Only “or null” can be written in a schema that older tools read.
        (hint,) = (each for each in arguments if each is not NoneType)
        return _field(hint, allow_null=True, **options)
    if origin is Literal:
        return serializers.ChoiceField(choices=arguments, **options)
    if origin is list:
        return _list(*arguments, **options)
    return serializer_for(hint)(**options) if is_typeddict(hint) else _PLAIN[hint](**options)


def _list(item: Any, **options: Any) -> Field:
    if is_typeddict(item):
        return serializer_for(item)(many=True, **options)
    return serializers.ListField(child=_field(item), **options)
