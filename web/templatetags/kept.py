"""Pieces of a page that are written once and kept: of a bracket, all that a result has not changed.

A piece is given what it shows by name and sees nothing else, so what it was given tells pieces apart. All of that is plain data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template import Context, Template
from django.template.loader import get_template
from django.urls import get_script_prefix
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MOST = 8_192
"""Pieces that a process keeps, some 2 KB each: four brackets of 128 in four languages, with buttons and without."""
_dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


@register.simple_tag
def kept(template_name: str, **shown: object) -> SafeString:
    """The template with what is given; where it was written before, that."""
    return _written(
        _compiled(template_name), "", "", _dumps(shown), get_language(), get_script_prefix()
    )


@register.simple_tag
def kept_each(
    template_name: str, name: str, things: Iterable[object], **shown: object
) -> SafeString:
    """The same for one thing after the other, each of which the template knows by this name."""
    compiled, others, language = _compiled(template_name), _dumps(shown), get_language()
    prefix = get_script_prefix()
    pieces = (_written(compiled, name, _dumps(thing), others, language, prefix) for thing in things)
    return mark_safe("".join(pieces))  # noqa: S308 – templates made them


def _compiled(template_name: str) -> Template:
    """As the loader has it: a template that was edited meanwhile is another."""
    return get_template(template_name).template  # type: ignore[attr-defined, no-any-return]


@lru_cache(MOST)
def _written(
    compiled: Template, name: str, thing: str, others: str, language: str, prefix: str
) -> SafeString:
    """Written in the language and with the prefix that hold now, which are named to tell pieces apart."""
    del language, prefix
    shown = json.loads(others)
    if name:
        shown[name] = json.loads(thing)
    return compiled.render(Context(shown))


pieces_kept = _written.cache_info
"""How many there are, and how often one was at hand."""
