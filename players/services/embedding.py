"""Which other sites may show a club's pages within their own."""

from __future__ import annotations

import re

from players.models import Club
from rules_core.errors import RulesError

MOST_SITES = 10
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ORIGIN = re.compile(
    rf"https://(?:\*\.)?{_LABEL}(?:\.{_LABEL})+(?::[0-9]{{1,5}})?"
    r"|http://(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?"
)
"""What a browser takes in frame-ancestors. Without https anybody on the way could change the page."""


class SiteNotValid(RulesError):
    """What is no address of a site would let nobody in, or everybody."""

    code = "site_not_valid"


class TooManySites(RulesError):
    """The list is sent with every page."""

    code = "too_many_sites"


def checked_sites(text: str) -> list[str]:
    """The sites of a list, one a line, each once; refuse what is none."""
    sites = list(dict.fromkeys(_origin(line) for line in text.split() if line))
    if len(sites) > MOST_SITES:
        raise TooManySites(f"A club can allow at most {MOST_SITES} sites.", most=MOST_SITES)
    return sites


def frame_ancestors(club: Club) -> list[str]:
    """Who may show pages of a club, as the header writes it."""
    return club.embedding_sites.split() or ["'none'"]


def _origin(given: str) -> str:
    """An address without its path: people copy it from their browser."""
    site = given.strip().lower()
    scheme, separator, rest = site.partition("://")
    site = f"{scheme}://{rest.split('/')[0]}" if separator else f"https://{scheme.split('/')[0]}"
    if not _ORIGIN.fullmatch(site):
        raise SiteNotValid(
            f"{given} is not the address of a site. Example: https://www.example.org", site=given
        )
    return site
