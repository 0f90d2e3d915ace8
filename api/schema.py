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
_IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^(\\*|"[0-9]{1,9}")$'},
    OpenApiParameter.HEADER,
    description="The version that was read, as its ETag: if it has changed since, nothing is written"
    " and the answer is 412.",
)
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The ETag of what is known: if nothing has changed, the answer is 304.",
)
_ETAG = OpenApiParameter(
    "ETag",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The version of what is sent.",
    response=True,
)
_NUMBERS_IN_PATHS = {"id", "number", "entry"}
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
        """Every write takes a key; what has a version can be asked for and changed by it."""
        parameters = list(super().get_override_parameters())
        is_read = self.method == "GET"
        if not is_read:
            parameters.append(_IDEMPOTENCY_KEY)
        if self._is_versioned():
            parameters += [_ETAG, _IF_NONE_MATCH if is_read else _IF_MATCH]
        return parameters

    def _is_versioned(self) -> bool:
        return getattr(self.view, "action", "") in getattr(self.view, "versioned_actions", ())

    def _resolve_path_parameters(self, variables: list[str]) -> list[Any]:
        """Ids are numbers: a generated client takes them as such."""
        found: list[Any] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call]
        for parameter in found:
            if parameter["name"] in _NUMBERS_IN_PATHS:
                parameter["schema"] = {"type": "integer", "minimum": 0}
        return found

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)  # type: ignore[arg-type]
        for code in _READ_ERRORS if self.method == "GET" else _WRITE_ERRORS:
            bodies.setdefault(code, self._error(code))
        if self.method == "GET" and self._is_versioned():
            bodies["304"] = {"description": "Nothing has changed."}
        return bodies

    def _error(self, code: str) -> dict[str, Any]:
        answer: dict[str, Any] = self._get_response_for_code(ErrorsSerializer, code)  # type: ignore[no-untyped-call]
        return answer
