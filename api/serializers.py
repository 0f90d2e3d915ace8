"""Shapes that every endpoint shares."""

from __future__ import annotations

from rest_framework import serializers


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
