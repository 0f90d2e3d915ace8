"""The OpenAPI schema: each operation with every answer it can give."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from api.serializers import ErrorsSerializer

_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,200}$"},
    OpenApiParameter.HEADER,
    description="The same key and body within 24 h gives the first answer again and changes nothing.",
)
_READ_ERRORS = ("400", "401", "403", "404", "406", "429")
_WRITE_ERRORS = (*_READ_ERRORS, "409", "412", "413", "415")


class ContractGenerator(SchemaGenerator):
    """Makes the schema once for each language: it follows from the code, whoever asks."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:  # noqa: ARG002
        """The whole schema."""
        return contract_in(get_language())


@cache
def contract_in(language: str | None) -> Any:
    """The schema with its titles in one language."""
    with override(language):
        return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


class ContractSchema(AutoSchema):
    """Adds the contract's errors and headers to what is read off the views."""

    def get_override_parameters(self) -> list[Any]:
        """Every write takes a key."""
        parameters = super().get_override_parameters()
        return parameters if self.method == "GET" else [*parameters, _IDEMPOTENCY_KEY]

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)  # type: ignore[arg-type]
        for code in _READ_ERRORS if self.method == "GET" else _WRITE_ERRORS:
            bodies.setdefault(code, self._error(code))
        return bodies

    def _error(self, code: str) -> dict[str, Any]:
        answer: dict[str, Any] = self._get_response_for_code(ErrorsSerializer, code)  # type: ignore[no-untyped-call]
        return answer
