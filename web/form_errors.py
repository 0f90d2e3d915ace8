"""Forms as they come in, and what a service refuses shown at the form that asked for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.forms import BaseForm
from django.http import HttpRequest, QueryDict

from rules_core.errors import NotAllowed, RulesError
from web.refusals import sentence


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; ``None`` for a page that is only looked at."""
    return request.POST if request.method == "POST" else None


@contextmanager
def form_errors(form: BaseForm) -> Iterator[None]:
    """Show what a service refuses at the form; afterwards ``form.is_valid()`` tells which it was."""
    try:
        yield
    except NotAllowed:
        raise
    except RulesError as error:
        form.add_error(None, sentence(error))
