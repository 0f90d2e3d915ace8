"""What the serializers of all endpoints share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.utils.serializer_helpers import BindingDict


class StrictSerializer(serializers.Serializer[Any]):
    """A body with fields that are known: one that is mistyped is refused, not left out in silence."""

    @cached_property
    def fields(self) -> BindingDict:
        """
        The same for all bodies of a kind, where nothing but what was sent tells them apart.

        Django REST framework copies the fields for each body, which takes longer than to check what is in it.
        """
        if self.instance is not None or self.root is not self or self.partial or self._context:
            return _own_fields(self)
        kind = type(self)
        if (fields := _fields_of.get(kind)) is None:
            # Of one that was sent nothing, which they keep.
            fields = _fields_of[kind] = _own_fields(kind())
        return fields

    def to_internal_value(self, data: Any) -> Any:
        """Name what nobody would read; what is read only may be sent back as it was shown."""
        if isinstance(data, Mapping):
            refused = {name: why for name in data if (why := self._refusal(name, data[name]))}
            if refused:
                raise serializers.ValidationError(refused)
        return super().to_internal_value(data)

    def _refusal(self, name: str, value: Any) -> list[serializers.ErrorDetail]:
        field = self.fields.get(name)
        if field is None:
            known = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            return [
                serializers.ErrorDetail(f"Unknown field. Known fields: {known}.", "unknown_field")
            ]
        if field.read_only and not self._is_as_shown(name, value):
            return [serializers.ErrorDetail("This cannot be set.", "read_only_field")]
        if isinstance(field, serializers.CharField) and isinstance(value, int | float):
            # Django REST framework would write the number down as a text; the schema says string.
            return [serializers.ErrorDetail(str(field.error_messages["invalid"]), "invalid")]
        return []

    def _is_as_shown(self, name: str, value: Any) -> bool:
        return self.instance is not None and self.to_representation(self.instance)[name] == value


_fields_of: dict[type[StrictSerializer], BindingDict] = {}
"""Fields keep nothing of what they have checked."""


def _own_fields(body: StrictSerializer) -> BindingDict:
    fields = BindingDict(body)
    for name, field in body.get_fields().items():
        fields[name] = field
    return fields


class ErrorSerializer(serializers.Serializer[object]):
    """One thing that is wrong."""

    code = serializers.CharField()
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True)
    facts = serializers.DictField(required=False)


class ErrorsSerializer(serializers.Serializer[object]):
    """Why a request was refused."""

    type = serializers.ChoiceField(choices=("validation_error", "client_error", "server_error"))
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]
