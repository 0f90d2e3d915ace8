"""Rows with a few of their columns, a thousand of them in a few milliseconds.

For what is computed again and again from all rows of an event: there Django takes longer to make the
instances than the database takes to find them. These are instances of the same models. A column that
was left out is read when somebody asks for it, as after ``QuerySet.only``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from django.db import models
from django.db.models.base import ModelState

M = TypeVar("M", bound=models.Model)


def light_rows(rows: models.QuerySet[M], *columns: str) -> Iterator[M]:
    """The rows, with these columns by their names as attributes (``a_id``) and with their keys."""
    model = rows.model
    key = model._meta.pk.attname  # noqa: SLF001
    names = (key, *columns)
    for values in rows.values_list(*names):
        yield light_row(model, names, values)


def attach(row: models.Model, relation: str, related: models.Model | None) -> None:
    """Have a relation of a row lead to an instance that is at hand."""
    row._state.fields_cache[relation] = related  # noqa: SLF001


def light_row(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """As ``Model.from_db`` makes one, without asking each field; nothing listens for new instances."""
    row = model.__new__(model)
    state = ModelState()
    state.adding, state.db = False, "default"
    row.__dict__ = dict(zip(names, values, strict=True), _state=state)
    return row
