"""Names of players in small places."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _

from web.charts import Sparkline
from web.names import initials_of

register = template.Library()


@register.filter
def initials(name: str) -> str:
    """``NF`` for Nora Frei."""
    return initials_of(name)


@register.filter
def curve_in_words(curve: Sparkline) -> str:
    """What the line beside a name says to those who do not see it."""
    return rating_in_words(curve.first, curve.last, curve.best)


def rating_in_words(first: float, last: float, best: float) -> str:
    """A curve of ratings in a sentence."""
    facts = {"first": f"{first:.0f}", "last": f"{last:.0f}", "best": f"{best:.0f}"}
    return _("Rating from %(first)s to %(last)s, best %(best)s") % facts


@register.filter
def record_in_words(record: Iterable[bool]) -> str:
    """``won, lost, won``: the dots for those who do not see them."""
    return ", ".join(_("won") if won else _("lost") for won in record)
