"""Light or dark: as the device says, unless somebody has chosen with the switch that each page has."""

from __future__ import annotations

from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("light", "dark")


def theme_of(request: HttpRequest) -> str:
    """The theme chosen in this browser; empty if the device decides."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: what ``base.html`` writes on the page."""
    return {"theme": theme_of(request)}
