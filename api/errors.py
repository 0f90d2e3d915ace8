"""From what the services refuse to what the contract answers."""

from __future__ import annotations

from typing import Any

from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import status
from rest_framework.exceptions import APIException, NotAuthenticated

from rules_core.errors import Conflict, RulesError

_STATUS = {
    "permission_denied": status.HTTP_403_FORBIDDEN,
    "stale_version": status.HTTP_412_PRECONDITION_FAILED,
    "results_by_directors": status.HTTP_403_FORBIDDEN,
    "ending_by_directors": status.HTTP_403_FORBIDDEN,
    "table_link_closed": status.HTTP_403_FORBIDDEN,
}


class Refusal(APIException):
    """A rules error on its way out: its code is the rule, its detail the sentence."""

    def __init__(self, error: RulesError) -> None:
        super().__init__(error.message, error.code)
        self.status_code = _STATUS.get(
            error.code,
            status.HTTP_409_CONFLICT
            if isinstance(error, Conflict)
            else status.HTTP_400_BAD_REQUEST,
        )
        self.facts = error.facts


class Handler(ExceptionHandler):
    """Standard errors, and ours among them."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Turn a rules error into a refusal; nobody in particular is asked to sign in first."""
        if not isinstance(exc, RulesError):
            converted: Exception = super().convert_known_exceptions(exc)
            return converted
        request = self.context["request"]
        signed_in = request is not None and request.user.is_authenticated
        if exc.code == "permission_denied" and not signed_in:
            return NotAuthenticated()
        return Refusal(exc)


class Formatter(ExceptionFormatter):
    """The contract's error format, with the facts of a refusal next to its sentence."""

    def format_error_response(self, error_response: Any) -> Any:
        """Add ``facts`` where a refusal carries some."""
        body = super().format_error_response(error_response)
        if isinstance(self.exc, Refusal) and self.exc.facts:
            body["errors"][0]["facts"] = self.exc.facts
        return body
