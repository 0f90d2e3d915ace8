"""``kept`` as it would be if nothing were kept: each piece written where it stands, seeing all of the page around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.template import Context
from django.template.base import Template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def kept(context: Context, template_name: str, **shown: object) -> SafeString:
    """As ``include``."""
    return _included(context, template_name, shown)


@register.simple_tag(takes_context=True)
def kept_each(
    context: Context, template_name: str, name: str, things: Iterable[object], **shown: object
) -> SafeString:
    """As ``include`` in a loop."""
    pieces = [_included(context, template_name, {**shown, name: thing}) for thing in things]
    return mark_safe("".join(pieces))


def _included(context: Context, template_name: str, shown: dict[str, Any]) -> SafeString:
    outer = context.template
    assert isinstance(outer, Template)
    with context.push(**shown):
        written: SafeString = outer.engine.get_template(template_name).render(context)
    return written
