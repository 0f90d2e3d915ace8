"""Folding ledgers again, to see that no row has come loose from its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from matches.folding import FOLDED, fold
from matches.models import Match, MatchEvent
from rules_core.errors import RulesError


@dataclass(frozen=True)
class Difference:
    """A row that is not what its ledger makes of it."""

    match_id: int
    field: str
    row: Any
    ledger: Any

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.field} is {self.row!r}, by the ledger {self.ledger!r}"


def differences() -> Iterator[Difference]:
    """Fold every ledger again; the lines are read once, in order, however many there are."""
    lines = MatchEvent.objects.order_by("match_id", "number").iterator(chunk_size=2000)
    for match_id, ledger in groupby(lines, lambda line: line.match_id):
        yield from _compare(match_id, list(ledger))
    without = ~Exists(MatchEvent.objects.filter(match=OuterRef("pk")))
    for match in Match.objects.filter(without).order_by("pk").iterator():
        yield Difference(match.pk, "ledger", "a row", "nothing")


def _compare(match_id: int, ledger: list[MatchEvent]) -> Iterator[Difference]:
    numbers = [line.number for line in ledger]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Difference(match_id, "ledger", numbers, "1, 2, 3, …")
        return
    folded = Match(pk=match_id)
    for line in ledger:
        try:
            fold(folded, line)
        except (RulesError, KeyError, ValueError) as error:
            yield Difference(match_id, f"line {line.number}", line.facts, str(error))
            return
    row = Match.objects.get(pk=match_id)
    for field in FOLDED:
        if getattr(row, field) != getattr(folded, field):
            yield Difference(match_id, field, getattr(row, field), getattr(folded, field))
