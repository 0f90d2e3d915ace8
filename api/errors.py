"""From what the services refuse to what the contract answers."""

from __future__ import annotations

from typing import Any

from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework.exceptions import APIException, NotAuthenticated

from api.error_codes import status_of
from rules_core.errors import RulesError


class Refusal(APIException):
    """A rules error on its way out: its code is the rule, its detail the sentence."""

    def __init__(self, error: RulesError) -> None:
        super().__init__(error.message, error.code)
        self.status_code = status_of(error.code, type(error))
        self.facts = error.facts


_FOR_WHOM = {"permission_denied", "only_for_the_installation"}


class Handler(ExceptionHandler):
    """Standard errors, and ours among them."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Turn a rules error into a refusal; nobody in particular is asked to sign in first."""
        if not isinstance(exc, RulesError):
            converted: Exception = super().convert_known_exceptions(exc)
            return converted
        request = self.context["request"]
        signed_in = request is not None and request.user.is_authenticated
        if exc.code in _FOR_WHOM and not signed_in:
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
