"""Changing what matches are played by, and who enters their results, while an event is under way.

The event asks for it and has checked who may. What is over stays as it is; each match that changes
has a line in its ledger that says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from matches.models import EventKind, Match, MatchStatus, ResultPolicy
from matches.services.ledger import append_event
from players.actors import Actor
from rules_core.match import MatchRules

_OVER = (MatchStatus.FINISHED, MatchStatus.VOID)
_NOT_STARTED = (MatchStatus.READY, MatchStatus.CALLED)


@transaction.atomic
def set_policy(
    *,
    match_ids: Collection[int],
    result_policy: ResultPolicy,
    auto_confirm_minutes: int | None,
    actor: Actor,
) -> int:
    """Have results of matches that are not over entered by others; say how many that were."""
    facts = {
        "result_policy": result_policy.value,
        "auto_confirm_minutes": auto_confirm_minutes,
    }
    changed = [
        match
        for match in _locked_open(match_ids)
        if any(getattr(match, name) != value for name, value in facts.items())
    ]
    for match in changed:
        append_event(match, EventKind.POLICY_SET, facts, actor)
    return len(changed)


@transaction.atomic
def set_rules_not_yet_needed(
    *, match_ids: Collection[int], changes: Mapping[str, Any], actor: Actor
) -> int:
    """Change rules of matches that have not started, and the clock of those being played too.

    ``changes`` are fields of MatchRules. A rule that somebody has played by stays for that match.
    """
    clock = {name: value for name, value in changes.items() if name == "clock"}
    changed = 0
    for match in _locked_open(match_ids):
        rules = match.match_rules
        wanted = replace(rules, **(changes if _is_untouched(match) else clock))
        changed += _set_rules(match, rules, wanted, actor)
    return changed


@transaction.atomic
def set_length(*, match_ids: Collection[int], length: int, actor: Actor) -> int:
    """Have matches that have not started played to another length; say how many that were."""
    return sum(
        _set_rules(match, match.match_rules, replace(match.match_rules, length=length), actor)
        for match in _locked_open(match_ids)
        if _is_untouched(match)
    )


def _set_rules(match: Match, before: MatchRules, wanted: MatchRules, actor: Actor) -> bool:
    if wanted == before:
        return False
    append_event(match, EventKind.RULES_SET, {"rules": wanted.to_json()}, actor)
    return True


def _is_untouched(match: Match) -> bool:
    return match.status in _NOT_STARTED and not match.entries


def _locked_open(match_ids: Collection[int]) -> list[Match]:
    rows = Match.objects.select_for_update(of=("self",)).select_related("a", "b")
    return list(rows.filter(pk__in=match_ids).exclude(status__in=_OVER).order_by("pk"))
