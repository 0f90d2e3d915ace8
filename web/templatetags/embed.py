"""Addresses as other sites need them."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute_url(context: dict[str, Any], name: str, *args: object) -> str:
    """The address of a page with the site in front."""
    address: str = context["request"].build_absolute_uri(reverse(name, args=args))
    return address
