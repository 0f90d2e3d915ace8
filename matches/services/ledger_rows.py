"""Rows that follow from a ledger: checked against it, made from it again, gone together with it.

The ledger of matches is one. A room above with a ledger of its own registers it, and is then covered by
``verify`` and ``rebuild``, loses its lines' addresses in time, and goes with its club.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef

from db.append_only import deletion_allowed
from rules_core.errors import RulesError

_CHUNK = 2000


@dataclass(frozen=True)
class Difference:
    """Something stored that is not what follows from its sources."""

    subject: str
    """Such as ``match 12``."""
    field: str
    found: Any
    expected: Any

    def __str__(self) -> str:
        return f"{self.subject}: {self.field} is {self.found!r}, but follows as {self.expected!r}"


@dataclass(frozen=True)
class LedgerRows:
    """One kind of row, the lines it follows from, and how."""

    name: str
    """Such as ``match``."""
    many: str
    rows: type[models.Model]
    lines: type[models.Model]
    column: str
    """Of a line, for its row."""
    fields: tuple[str, ...]
    projection: Callable[[Any], Callable[[Any], None]]
    """For a row in memory, what takes it to where it stands after one more line."""
    locked: Callable[[int], Any]

    def all_rows(self) -> models.QuerySet[Any]:
        """Every row, in the order in which they were made."""
        return self.rows._default_manager.order_by("pk")  # noqa: SLF001 -- as Django's own code does

    def all_lines(self) -> models.QuerySet[Any]:
        """Every line of every ledger."""
        return self.lines._default_manager.order_by(f"{self.column}_id", "number")  # noqa: SLF001

    def differences(self) -> Iterator[Difference]:
        """Project every ledger again; the lines are read once, in order, however many there are."""
        lines = self.all_lines().select_related(self.column)
        # All is read before anything is locked: SQLite gives no lock to who is still reading what others have changed.
        suspected = [
            row.pk
            for row, ledger in groupby(lines.iterator(chunk_size=_CHUNK), self._row_of)
            if any(self._compare(row, list(ledger)))
        ]
        for pk in suspected:
            yield from self._compared_under_lock(pk)
        without = ~Exists(self.all_lines().filter(**{self.column: OuterRef("pk")}))
        for row in self.all_rows().filter(without).iterator():
            yield Difference(f"{self.name} {row.pk}", "ledger", "empty", "at least one line")

    def rebuild(self, pk: int) -> bool:
        """Project one row from its ledger; whether it was something else before."""
        with transaction.atomic():
            row = self.locked(pk)
            projected = self.rows(pk=pk)
            project = self.projection(projected)
            for line in self._ledger_of(pk):
                project(line)
            changed = [
                name for name in self.fields if getattr(row, name) != getattr(projected, name)
            ]
            for name in changed:
                setattr(row, name, getattr(projected, name))
            if changed:
                row.save(update_fields=changed)
            beside = self.rebuild_beside(projected)
        return beside or bool(changed)

    def differences_beside(self, projected: Any) -> Iterator[Difference]:  # noqa: ARG002
        """What else follows from a ledger, in tables of its own, and is something else."""
        yield from ()

    def rebuild_beside(self, projected: Any) -> bool:  # noqa: ARG002
        """Write what else follows from a ledger; whether it was something else before."""
        return False

    @property
    def notes_addresses(self) -> bool:
        """Whether a line says from which address it came."""
        return any(field.name == "address" for field in self.lines._meta.get_fields())  # noqa: SLF001

    def delete_of_club(self, club_id: int) -> None:
        """Delete the rows of a club with their ledgers: only when the club itself goes."""
        rows = self.all_rows().filter(club=club_id)
        with transaction.atomic():
            with deletion_allowed(self.lines):
                self.all_lines().filter(**{f"{self.column}__in": rows}).delete()
            rows.delete()

    def _row_of(self, line: Any) -> Any:
        return getattr(line, self.column)

    def _ledger_of(self, pk: int) -> list[Any]:
        return list(self.all_lines().filter(**{self.column: pk}))

    def _compared_under_lock(self, pk: int) -> list[Difference]:
        """A row may have changed between two reads: only what differs under its lock does."""
        with transaction.atomic():
            row = self.locked(pk)
            return list(self._compare(row, self._ledger_of(pk)))

    def _compare(self, row: Any, ledger: list[Any]) -> Iterator[Difference]:
        subject = f"{self.name} {row.pk}"
        numbers = [line.number for line in ledger]
        if numbers != list(range(1, len(numbers) + 1)):
            yield Difference(subject, "ledger", numbers, "1, 2, 3, …")
            return
        projected = self.rows(pk=row.pk)
        project = self.projection(projected)
        for line in ledger:
            try:
                project(line)
            except (RulesError, LookupError, TypeError, ValueError) as error:
                yield Difference(subject, f"line {line.number}", line.facts, str(error))
                return
        for name in self.fields:
            found, expected = getattr(row, name), getattr(projected, name)
            if found != expected:
                yield Difference(subject, name, found, expected)
        yield from self.differences_beside(projected)


_others: list[LedgerRows] = []


def register_ledger(ledger: LedgerRows) -> None:
    """Let a room's own ledger be looked after as that of matches is."""
    _others.append(ledger)


def other_ledgers() -> tuple[LedgerRows, ...]:
    """Those of the rooms above, in the order in which they came."""
    return tuple(_others)
