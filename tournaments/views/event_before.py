"""An event before its draw: what somebody wants to know who thinks about coming."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from matches.rules_in_words import rules_in_words
from matches.selectors import ratings_of
from rules_core.match import MatchRules
from tournaments.draws.duration import expected_minutes, expected_players
from tournaments.models import OUT, Stage, Tournament
from tournaments.publishing.format_in_words import format_in_words, results_in_words
from tournaments.selectors import entry_list


def before_context(stage: Stage) -> dict[str, Any]:
    """How it is played, who comes, what it costs and how long it takes."""
    event = stage.tournament
    entries = list(entry_list(event))
    ratings = ratings_of([entry.player_id for entry in entries])
    for entry in entries:
        vars(entry)["rating"] = ratings.get(entry.player_id)
    so_far = sum(entry.status not in OUT for entry in entries)
    stages = list(event.stages.order_by("number"))
    return _words(stages) | {
        "entries": entries,
        "so_far": so_far,
        "facts": _facts(stages, so_far),
    }


def how_it_is_played(event: Tournament) -> dict[str, Any]:
    """Format, lengths and rules in words."""
    return _words(list(event.stages.order_by("number")))


def _words(stages: list[Stage]) -> dict[str, Any]:
    event = stages[0].tournament
    return {
        "format_words": [(one.name, format_in_words(one)) for one in stages],
        "rules": rules_in_words(MatchRules.from_json(event.rules)),
        "results": results_in_words(event),
    }


def _facts(stages: list[Stage], so_far: int) -> list[tuple[str, str]]:
    event = stages[0].tournament
    players = expected_players(event, so_far)
    facts = []
    if event.entry_fee:
        facts.append((_("Entry fee"), str(event.entry_fee.normalize().to_eng_string())))
    minutes = expected_minutes(stages, players)
    if minutes:
        hours, rest = divmod(minutes, 60)
        text = _("about %(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest}
        facts.append((_("How long with %(count)s players") % {"count": players}, text))
    return facts
