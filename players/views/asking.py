"""Forms are filled in, and refusals shown where they were caused: at the form, or on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from players.sentences import sentence
from players.services.permissions import NotAllowed
from rules_core.errors import Conflict, RulesError


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; a page that is only looked at has a form nobody has filled in."""
    return request.POST if request.method == "POST" else None


@contextmanager
def told_at(form: BaseForm) -> Iterator[None]:
    """Let a form say what a service refuses; afterwards ``form.is_valid()`` tells which it was."""
    try:
        yield
    except NotAllowed:
        raise
    except RulesError as error:
        form.add_error(None, sentence(error))


class RefusalPages:
    """Middleware: a refusal that no form has shown becomes a page that says why."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Ask strangers to sign in; tell everybody else what was wrong."""
        if not isinstance(error, RulesError):
            return None
        if isinstance(error, NotAllowed) and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        context = {"sentence": sentence(error), "back": _came_from(request)}
        return render(request, "refused.html", context, status=_status(error))


def _came_from(request: HttpRequest) -> str:
    """The page of ours on which the button stood; nothing if the browser does not say."""
    page = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(
        page, {request.get_host()}, require_https=request.is_secure()
    )
    # The page that is refused itself is no way back, unless it was only the form that was.
    is_itself = request.method != "POST" and page == request.build_absolute_uri()
    return page if is_ours and not is_itself else ""


def _status(error: RulesError) -> int:
    if isinstance(error, NotAllowed):
        return 403
    return 409 if isinstance(error, Conflict) else 400
