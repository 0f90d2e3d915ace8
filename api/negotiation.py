"""In which form a program gets its answer, and sends what it has to say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

JSON = "application/json"
ANYTHING = frozenset({"*/*", JSON})
"""What nearly all programs accept; others are negotiated with."""


class Negotiation(DefaultContentNegotiation):
    """As Django REST framework's, which takes apart what nearly all programs say alike each time anew."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        """The one for what was sent."""
        usual = next(iter(parsers), None)
        if usual is not None and usual.media_type == request.content_type:
            return usual
        return super().select_parser(request, parsers)

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        """The one for what is accepted, and what the answer is called."""
        usual = next(iter(renderers), None)
        if type(usual) is JSONRenderer and request.META.get("HTTP_ACCEPT", "*/*") in ANYTHING:
            return usual, JSON
        found: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return found
