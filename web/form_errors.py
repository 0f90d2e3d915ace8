"""Forms as they come in, and what a service refuses shown at the form that asked for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.forms import BaseForm
from django.http import HttpRequest, QueryDict

from rules_core.errors import NotAllowed, RulesError
from web.refusals import sentence

T = TypeVar("T")


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; ``None`` for a page that is only looked at."""
    return request.POST if request.method == "POST" else None


def attempt(form: BaseForm, service: Callable[[], T]) -> T | None:
    """What a service makes of a form; nothing if the form or the service refuses, which the form shows."""
    if not form.is_valid():
        return None
    try:
        return service()
    except NotAllowed:
        raise
    except RulesError as error:
        form.add_error(None, sentence(error))
        return None
