"""The OpenAPI schema: each operation with every answer it can give."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from api.error_codes import codes_by_status
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
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    code = schema["components"]["schemas"]["Error"]["properties"]["code"]
    code["description"] = _codes_in_words()
    return schema


def _codes_in_words() -> str:
    lists = (
        f"**{number}**: {', '.join(f'`{code}`' for code in codes)}."
        for number, codes in codes_by_status().items()
    )
    return "\n\n".join(("Stable. What the rules and the services refuse:", *lists))


_EXAMPLES: dict[str, tuple[str, str]] = {
    "400": ("cube_not_power_of_two", "The cube is 1, 2, 4, 8 and so on, not 3."),
    "401": ("not_authenticated", "Authentication credentials were not provided."),
    "403": ("permission_denied", "Your role in this club does not allow this."),
    "404": ("not_found", "Not found."),
    "406": (
        "not_acceptable",
        "Could not satisfy the request Accept header.",
    ),
    "409": ("match_finished", "This match is over."),
    "412": (
        "stale_version",
        "The match has changed in the meantime (version 7). Check it again, then decide.",
    ),
    "413": ("too_large", "The body can be at most 256 KB."),
    "415": ("unsupported_media_type", "Unsupported media type in request."),
    "429": ("throttled", "Request was throttled. Expected available in 12 seconds."),
}


def _example(code: str) -> dict[str, Any]:
    name, detail = _EXAMPLES[code]
    error = {"code": name, "detail": detail, "attr": None}
    return {name: {"value": {"type": "client_error", "errors": [error]}}}


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
        for content in answer["content"].values():
            content["examples"] = _example(code)
        return answer
