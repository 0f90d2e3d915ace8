"""Matches that were played elsewhere, taken over with their whole ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from matches.models import EventKind, Match, MatchEvent, MatchStatus
from matches.projection import project
from outbox.services import enqueue
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.errors import RulesError


class LedgerNotValid(RulesError):
    """A ledger that makes no match."""

    code = "ledger_not_valid"


@dataclass(frozen=True)
class ImportedMatch:
    """A match as it was written down elsewhere."""

    name: str
    """What it is called when something is wrong with it."""
    a_id: int
    b_id: int
    created_at: datetime
    ledger: Sequence[dict[str, Any]]
    """Lines with ``kind``, ``facts``, ``side``, ``channel`` and ``at``."""


@transaction.atomic
def import_matches(
    *, club_id: int, event: str, records: Sequence[ImportedMatch], actor: Actor
) -> list[Match]:
    """Matches projected from their ledgers, in the order given; finished ones are rated.

    Whose account wrote a line is not known here, so nobody's stands there.
    """
    require(actor, Role.SCORER, club_id)
    projected = [_projected(club_id, event, record) for record in records]
    matches = Match.objects.bulk_create(match for match, _ in projected)
    MatchEvent.objects.bulk_create(line for _, ledger in projected for line in ledger)
    for match in matches:
        if match.status == MatchStatus.FINISHED:
            enqueue("matches.rate_match", match.pk)
    return matches


def _projected(club_id: int, event: str, record: ImportedMatch) -> tuple[Match, list[MatchEvent]]:
    match = Match(
        club_id=club_id, a_id=record.a_id, b_id=record.b_id, created_at=record.created_at, version=0
    )
    lines = []
    for number, given in enumerate(record.ledger, start=1):
        line = MatchEvent(match=match, number=number, **given)
        if (line.kind == EventKind.CREATED) != (number == 1):
            raise LedgerNotValid(f"{record.name} is not created by the first line of its ledger.")
        if number == 1:
            line.facts = {**line.facts, "event": event}
        _fold(match, line, record.name)
        lines.append(line)
    return match, lines


_KNOWN_GOOD = ("club", "a", "b", "rules", "entries", "reports")
"""Columns that come from our own rows, or from the project."""

# What facts of a wrong shape can raise on their way through the rules.
_MALFORMED_FACTS = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)


def _fold(match: Match, line: MatchEvent, name: str) -> None:
    try:
        project(match, line)
        match.clean_fields(exclude=_KNOWN_GOOD)
        sound = match.match_rules.length == match.length
    except RulesError as error:
        raise LedgerNotValid(
            f"{name}, line {line.number} of its ledger: {error.message}"
        ) from error
    except (ValidationError, *_MALFORMED_FACTS) as error:
        raise LedgerNotValid(f"{name}, line {line.number} of its ledger is impossible.") from error
    if not sound:
        raise LedgerNotValid(f"{name}: its length is not that of its rules.")
