"""Forms that are to be done once, however often they are sent."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.form_keys import FIELD, new_key

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """A key for this form; no browser is to fill in an older one."""
    return format_html(
        '<input type="hidden" name="{}" value="{}" autocomplete="off">', FIELD, new_key()
    )
