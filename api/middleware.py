"""What becomes of an address before anybody looks for it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse

PREFIX = "/api/"


class RefuseNullCharacters:
    """Middleware: PostgreSQL cannot look for a text with a null character in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" not in request.path_info and "%00" not in request.META.get("QUERY_STRING", ""):
            return self.get_response(request)
        detail = "There is a null character in the address."
        if not request.path_info.startswith(PREFIX):
            return HttpResponseBadRequest(detail, "text/plain")
        error = {"code": "null_character", "detail": detail, "attr": None}
        return JsonResponse({"type": "client_error", "errors": [error]}, status=400)


class SlashIsOptional:
    """Middleware: an address of the API means the same with and without the slash at its end.

    A redirect would lose the body of a write.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(PREFIX) and not request.path_info.endswith("/"):
            request.path_info += "/"
            request.path += "/"
        return self.get_response(request)
