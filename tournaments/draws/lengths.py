"""How long the matches of an event are, in one phrase."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext as _

from rules_core.draws.outline import outline
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from tournaments.models import Stage

BEFORE_THE_DRAW = 32
"""As many are taken to come: enough rounds for every length that is set."""
MOST_IN_POOLS = 64
"""More of them would be more rounds of the same lengths, and a plan of half a million matches."""


def lengths_text(stages: Iterable[Stage]) -> str:
    """``to 7 points``, ``to 3 and 5 points`` or ``1 to 5 points``: what is really played."""
    lengths = sorted({length for stage in stages for length in lengths_of(stage)})
    match lengths:
        case [only]:
            return _("to %(length)s points") % {"length": only}
        case [shorter, longer]:
            return _("to %(shorter)s and %(longer)s points") % {
                "shorter": shorter,
                "longer": longer,
            }
        case [shortest, *_others, longest]:
            return _("%(shortest)s to %(longest)s points") % {
                "shortest": shortest,
                "longest": longest,
            }
    return ""


def lengths_of(stage: Stage) -> frozenset[int]:
    """The points to win in any round of any bracket of a stage."""
    entrants = stage.size or BEFORE_THE_DRAW
    if Format(stage.format).has_pools:
        entrants = min(entrants, MOST_IN_POOLS)
    settings = json.dumps(stage.settings, sort_keys=True)
    return _lengths(stage.format, entrants, settings, stage.tournament.rules["length"])


@lru_cache(maxsize=64)
def _lengths(format_code: str, entrants: int, settings: str, length: int) -> frozenset[int]:
    try:
        rounds = outline(format_code, entrants, json.loads(settings), length=length)
    except RulesError:
        # No draw can be made with these settings yet: the set-up says why.
        return frozenset({length})
    return frozenset(line.length for line in rounds if line.matches)
