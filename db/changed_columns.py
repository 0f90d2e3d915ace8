"""Writes what has changed in a row since it was read: each column that is written costs its indexes."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.db import models

from db.prepared import PreparedUpdate

M = TypeVar("M", bound=models.Model)
Values = tuple[Any, ...]


class ChangedColumns(Generic[M]):
    """Of one model, whose changes come in few sets of columns: each set is a statement of its own, for all rows of a change."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
        self._names = [field.name for field in fields]
        self._values_of = attrgetter(*(field.attname for field in fields))
        self._updates: dict[frozenset[str], PreparedUpdate[M]] = {}

    def values_of(self, row: M) -> Values:
        """A row as it is now; it can be changed by lists and dictionaries in it only if they are replaced."""
        values: Values = self._values_of(row)
        return values

    def save(self, rows: Sequence[tuple[M, Values]]) -> None:
        """Write what is not as it was, of rows with what they were before."""
        changed: list[M] = []
        columns: set[str] = set()
        for row, before in rows:
            now = zip(self._names, before, self.values_of(row), strict=True)
            if of_row := [name for name, old, new in now if old != new]:
                changed.append(row)
                columns.update(of_row)
        if changed:
            self._update_of(frozenset(columns)).save(changed)

    def _update_of(self, names: frozenset[str]) -> PreparedUpdate[M]:
        if names not in self._updates:
            self._updates[names] = PreparedUpdate(self._model, names)
        return self._updates[names]
