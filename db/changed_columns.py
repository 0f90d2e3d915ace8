"""Writes what has changed in a row since it was read: each column that is written costs its indexes."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.db import models

from db.prepared import PreparedUpdate

M = TypeVar("M", bound=models.Model)
Values = tuple[Any, ...]


class ChangedColumns(Generic[M]):
    """Of one model, whose changes come in few sets of columns: each set is a statement of its own."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
        self._names = [field.name for field in fields]
        self._values_of = attrgetter(*(field.attname for field in fields))
        self._updates: dict[tuple[str, ...], PreparedUpdate[M]] = {}

    def values_of(self, row: M) -> Values:
        """A row as it is now; it can be changed by lists and dictionaries in it only if they are replaced."""
        values: Values = self._values_of(row)
        return values

    def save(self, row: M, before: Values) -> Values:
        """Write what is not as it was ``before``; the values that are there now."""
        now = self.values_of(row)
        columns = zip(self._names, before, now, strict=True)
        if changed := tuple(name for name, old, new in columns if old != new):
            self._update_of(changed).save([row])
        return now

    def _update_of(self, names: tuple[str, ...]) -> PreparedUpdate[M]:
        if names not in self._updates:
            self._updates[names] = PreparedUpdate(self._model, names)
        return self._updates[names]
