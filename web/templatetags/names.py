"""Names of players in small places."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _

from web.names import initials_of

register = template.Library()


@register.filter
def initials(name: str) -> str:
    """``NF`` for Nora Frei."""
    return initials_of(name)


@register.filter
def record_in_words(record: Iterable[bool]) -> str:
    """``won, lost, won``: the dots for those who do not see them."""
    return ", ".join(_("won") if won else _("lost") for won in record)
