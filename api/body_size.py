"""No request is larger than it has reason to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    """Refuses a body that is too large before anything of it is read."""

    largest_body = 256 * 1024
    """In bytes; a view that takes files allows more."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The servers cut a body off at the length it declares, so that length can be believed."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if len(length) > _MOST_DIGITS or (length.isdigit() and int(length) > self.largest_body):
            raise TooLarge(f"This takes {self.largest_body // 1024} KB at most.")
        super().initial(request, *args, **kwargs)
