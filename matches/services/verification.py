"""Projecting ledgers again, to see that no row has come loose from its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from matches.models import Match, MatchEvent
from matches.projection import PROJECTED_FIELDS, project
from rules_core.errors import RulesError


@dataclass(frozen=True)
class LedgerDifference:
    """A row that is not what its ledger makes of it."""

    match_id: int
    field: str
    row: Any
    ledger: Any

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.field} is {self.row!r}, by the ledger {self.ledger!r}"


def differences() -> Iterator[LedgerDifference]:
    """Project every ledger again; the lines are read once, in order, however many there are."""
    lines = MatchEvent.objects.select_related("match").order_by("match_id", "number")
    for row, ledger in groupby(lines.iterator(chunk_size=2000), lambda line: line.match):
        yield from _compare(row, list(ledger))
    without = ~Exists(MatchEvent.objects.filter(match=OuterRef("pk")))
    for match in Match.objects.filter(without).order_by("pk").iterator():
        yield LedgerDifference(match.pk, "ledger", "a row", "nothing")


def _compare(row: Match, ledger: list[MatchEvent]) -> Iterator[LedgerDifference]:
    numbers = [line.number for line in ledger]
    if numbers != list(range(1, len(numbers) + 1)):
        yield LedgerDifference(row.pk, "ledger", numbers, "1, 2, 3, …")
        return
    projected = Match(pk=row.pk)
    for line in ledger:
        try:
            project(projected, line)
        except (RulesError, KeyError, ValueError) as error:
            yield LedgerDifference(row.pk, f"line {line.number}", line.facts, str(error))
            return
    for field in PROJECTED_FIELDS:
        if getattr(row, field) != getattr(projected, field):
            yield LedgerDifference(row.pk, field, getattr(row, field), getattr(projected, field))
