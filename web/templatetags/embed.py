"""Addresses as other sites need them."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, escape

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute_url(context: dict[str, Any], name: str, *args: object) -> str:
    """The address of a page with the site in front."""
    address: str = context["request"].build_absolute_uri(reverse(name, args=args))
    return address


@register.simple_tag
def frame_line(address: str, title: str, height: int) -> str:
    """What somebody copies into a page of their own, as text."""
    described = f'title="{escape(title)}" width="100%" height="{height}" loading="lazy"'
    return conditional_escape(f'<iframe src="{escape(address)}" {described}></iframe>')
