"""Which constraint a refused write has violated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.apps import apps
from django.db import IntegrityError, models

_UNIQUE = "UNIQUE constraint failed: "
_CHECK = "CHECK constraint failed: "


def violated_constraint(error: IntegrityError) -> str:
    """The name of a constraint that a model declares; empty for any other violation.

    Others are foreign keys, missing values and fields that are unique by themselves.
    """
    diagnosis = getattr(error.__cause__, "diag", None)
    if diagnosis is not None:
        return diagnosis.constraint_name if diagnosis.constraint_name in _declared() else ""
    named = str(error).removeprefix(_CHECK).removeprefix(_UNIQUE)
    return named if named in _declared() else _names_by_columns().get(named, "")


@cache
def _declared() -> frozenset[str]:
    return frozenset(constraint.name for _, constraint in _constraints())


@cache
def _names_by_columns() -> dict[str, str]:
    """Unique constraints by their columns: those are all that SQLite says of one."""
    return {
        ", ".join(_column(model, field) for field in constraint.fields): constraint.name
        for model, constraint in _constraints()
        if isinstance(constraint, models.UniqueConstraint)
    }


def _constraints() -> Iterator[tuple[type[models.Model], models.BaseConstraint]]:
    for model in apps.get_models():
        for constraint in model._meta.constraints:  # noqa: SLF001
            yield model, constraint


def _column(model: type[models.Model], name: str) -> str:
    described = model._meta  # noqa: SLF001
    field = described.get_field(name)
    assert isinstance(field, models.Field)
    return f"{described.db_table}.{field.column}"
