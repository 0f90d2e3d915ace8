"""No request is larger than it has reason to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView
else:
    APIView = object


_MOST_DIGITS = 15


class TooLarge(APIException):
    """Nobody has that much to say."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class BoundedBody(APIView):
    """Refuses a body that is too large without reading it, and reads any other before all else."""

    largest_body = 256 * 1024
    """In bytes; a view that takes files allows more."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """A write with a key opens its transaction next, and nobody may hold one while they send."""
        if not self._is_too_large(request):
            # Django keeps what was read here for whoever asks later.
            _ = request.body
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse by the declared length: servers cut a body off there, so it can be believed."""
        if self._is_too_large(request):
            raise TooLarge(f"The body can be at most {self.largest_body // 1024} KB.")
        super().initial(request, *args, **kwargs)

    def _is_too_large(self, request: HttpRequest | Request) -> bool:
        length = request.META.get("CONTENT_LENGTH") or "0"
        return length.isdigit() and int(length) > self.largest_body
