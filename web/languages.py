"""In which language somebody is answered. This is the one place where that is decided.

1. The language chosen with the switch that each page has (a cookie).
2. The first language the browser asks for that is one of ours.
3. The language of the club whose page it is.
4. English, on pages of no club.

What many people read at once, or a program reads for somebody else (the screen on the wall, paper,
feeds, the pictures of shared links), belongs to the club: there the browser is not asked, since it
is that of whoever switched the screen on or pressed Print.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import activate, get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def activate_language(request: HttpRequest, fallback: str, *, for_everyone: bool = False) -> None:
    """Answer in the reader's language; ``fallback`` is that of the club whose page it is.

    ``for_everyone``: others than whoever asks will read it, so their browser is not asked.
    """
    asked_for = "" if for_everyone else _asked_for(request)
    activate(_chosen(request) or asked_for or fallback)


def _chosen(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def _asked_for(request: HttpRequest) -> str:
    """The first of the browser's languages that we speak; ``de-CH`` is ``de``."""
    for wanted, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(wanted)
        except LookupError:
            continue
    return ""
