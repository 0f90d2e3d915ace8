"""Numbers as short as they can be, and changes with their sign."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def figure(value: float | None) -> str:
    """A number as short as it can be: 3, 3.5, 1512.25."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


@register.filter
def signed(value: float | None) -> str:
    """A change with its sign: +12.3, −4.0; nothing if there is none to tell."""
    if value is None:
        return ""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return f"{sign}{number_format(abs(rounded), 1)}"


@register.filter
def unsure(deviation: float | None) -> str:
    """How sure a rating is, behind its value: ± 84; nothing where its system does not say."""
    return "" if deviation is None else f" ±\N{NO-BREAK SPACE}{deviation:.0f}"


@register.filter
def balance(points: int) -> str:
    """What somebody has won or lost, in whole points, with its sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


@register.filter
def arrow(value: float) -> str:
    """A change with an arrow and its sign: ▲ +12.3, ▼ −4.0."""
    pointed = "▲ " if round(value, 1) > 0 else "▼ " if round(value, 1) < 0 else ""
    return f"{pointed}{signed(value)}"


@register.filter
def percent(chance: float | None) -> int | None:
    """A chance in whole percent; what is not decided is never 0 or 100."""
    return None if chance is None else min(99, max(1, round(100 * chance)))


@register.filter
def share(chance: float | None) -> str:
    """A chance as a table shows it: <1 %, 34 %, >99 %, 100 %; a dash where there is none."""
    if not chance:
        return "–"
    if chance == 1 or 0.01 <= chance <= 0.99:
        return f"{round(100 * chance)} %"
    return "<1 %" if chance < 0.5 else ">99 %"


@register.filter
def minutes_and_seconds(seconds: int) -> str:
    """A time as a clock shows it: 14:00."""
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def complement(percent: int) -> int:
    """What is left of a hundred."""
    return 100 - percent
